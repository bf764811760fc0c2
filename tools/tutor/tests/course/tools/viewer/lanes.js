const own = 1;
export const lanes = 32;
export function half() {
  return lanes / 2 + own - 1;
}

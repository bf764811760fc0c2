import {
  half,
  lanes
} from "./lanes.js";

const own = half();
console.log(own, lanes);

#!/usr/bin/env python3
"""The model of time without one part of its physics at a time: what each part is worth.

ablation.py --csv FILE [SET ...]   the mean error of each set, in per cent; without SET, of those below
"""
import argparse
import csv
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import predictions  # noqa: E402

# As timing/ablation.cpp names them. Empty: with all of it.
PARTS = ('', 'instruction order', 'pipes', 'branches', 'barriers', 'bank conflicts', 'L1', 'L2 hits', 'L2 limits',
         'L2 latency', 'DRAM bandwidth', 'DRAM latency', "DRAM latency's spread", 'DRAM queue',
         'DRAM writes cost more', 'store latency', 'first touch', 'block starts', 'launch')
USUAL = ('ladder 2^20, blocks of 512', 'blocks of copies', 'occupancy of copies')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--csv', metavar='FILE', required=True)
    parser.add_argument('sets', nargs='*', default=USUAL)
    options = parser.parse_args()
    with open(options.csv, 'w', encoding='utf-8', newline='') as file:
        file.write('# The model of time for an H200, without one part of its physics at a time. No GPU was asked.\n'
                   '# tools/emulator/tests/timing/ablation.py --csv FILE\n'
                   '# Mean error against docs/data, in per cent; "nothing": with all parts.\n')
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow(('without', 'set', 'cases', 'mean_error_percent', 'worst_error_percent', 'out_of_order'))
        for part in PARTS:
            os.environ['LOCKSTEP_CLOCK_WITHOUT'] = part
            predictions.launches.cache_clear()
            for name in options.sets:
                e = predictions.errors(predictions.SETS[name][0]())
                row = (part or 'nothing', name, e['cases'], '%.1f' % e['mean'], '%.0f' % e['worst'],
                       e['pairs'] - e['in_order'])
                writer.writerow(row)
                file.flush()
                print(*row, sep=', ', flush=True)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
"""What the model of time says of the ladder's warps, beside ncu's counters of an H200 (docs/data): executed instructions,
occupancy, and two reasons to wait, in per cent of a warp's time.

stalls.py             a line for each rung, and the mean differences
stalls.py --csv FILE  the same as data
"""
import argparse
import csv

import predictions

COLUMNS = (('instructions', 'smsp__inst_executed.sum'), ('occupancy', 'sm__warps_active.avg.pct_of_peak_sustained_active'),
           ('barrier', 'smsp__warp_issue_stalled_barrier_per_warp_active.pct'),
           ('long_scoreboard', 'smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct'))


def model_of(estimate):
    stalls = {s['reason']: s['percent'] for s in estimate['stalls']}
    return {'instructions': estimate['warp_instructions'], 'occupancy': 100 * estimate['occupancy'],
            'barrier': stalls.get('barrier', 0), 'long_scoreboard': stalls.get('long_scoreboard', 0)}


def rungs():
    counted = {r['variant']: r for r in predictions.rows('h200_06_ladder_ncu.csv') if r['block'] == '512'}
    for variant, _, estimate in predictions.ladder(2**24, 512):
        if variant in counted:
            model = model_of(estimate)
            yield variant, [(float(counted[variant][column]), model[name]) for name, column in COLUMNS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--csv', metavar='FILE')
    options = parser.parse_args()
    table = list(rungs())
    for variant, pairs in table:
        print('%-24s' % variant, ' '.join('%s %.4g/%.4g' % (name, ncu, model)
                                         for (name, _), (ncu, model) in zip(COLUMNS, pairs)))
    for n, (name, _) in enumerate(COLUMNS):
        off = [100 * abs(model / ncu - 1) if name == 'instructions' else abs(model - ncu)
               for ncu, model in (pairs[n] for _, pairs in table)]
        unit = '%' if name == 'instructions' else 'points'
        print('%-16s off by %.1f %s in the mean, %.0f at worst, within 5: %d of %d' % (
            name, sum(off) / len(off), unit, max(off), sum(x <= 5 for x in off), len(off)))
    if options.csv:
        with open(options.csv, 'w', encoding='utf-8', newline='') as file:
            file.write('# What the model of time says of the ladder, 2^24 elements in blocks of 512, beside ncu on an H200 '
                       '(h200_06_ladder_ncu.csv).\n# tools/emulator/tests/timing/stalls.py --csv FILE\n'
                       '# Warp instructions; occupancy and stalls in per cent. No GPU was asked.\n')
            writer = csv.writer(file, lineterminator='\n')
            writer.writerow(['variant'] + [f'{name}_{of}' for name, _ in COLUMNS for of in ('ncu', 'model')])
            writer.writerows([variant] + ['%.6g' % x for pair in pairs for x in pair] for variant, pairs in table)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
"""How far off the model of time usually is, by what limits the kernel: from docs/data/h200_model.csv.

usual_errors.py            exit code 1 if usual_errors.def, from which the emulator prints, is not what the data say
usual_errors.py --update   writes it

Four of five recorded kernels were predicted as near as that or nearer: of those that the model has learnt from, and of
those that it had not when it predicted them, whichever is worse, rounded up to whole fives. Where fewer than five of the
latter have a limit, all of them stand for it. Of the other kernels the first predictions count, those of
docs/data/model_unseen.csv and model_unseen_2.csv: the model has learnt from their times since.
"""
import csv
import math
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(os.environ.get('LOCKSTEP_ROOT', HERE.parents[3]))
CONSTANTS = ROOT / 'tools/emulator/src/cudart/observations/usual_errors.def'
NOT_LEARNT_FROM = ('solutions', 'other kernels', 'more other kernels')
SPILLED = 'registers, spilled'
FEW = 5
HEADING = '''// Per cent, by what limits a kernel; made by tests/timing/usual_errors.py --update from
// docs/data/h200_model.csv, which says by which rule.
'''


def usual(errors):
    """Of five, four are no larger."""
    return sorted(errors)[math.ceil(0.8 * len(errors)) - 1] if errors else 0


def rows(name):
    with open(ROOT / 'docs/data' / name, encoding='utf-8') as file:
        return list(csv.DictReader(line for line in file if not line.startswith('#')))


def first_predictions():
    found = []
    for name, measured, predicted, column in (('other kernels', 'h200_unseen.csv', 'model_unseen.csv', 'h200'),
                                              ('more other kernels', 'h200_unseen_2.csv', 'model_unseen_2.csv', 'after')):
        times = {(r['kernel'], r['case']): float(r['microseconds']) for r in rows(measured)}
        found += [(name, r[column + '_limited_by'],
                   100 * abs(float(r[column + '_us']) / times[r['kernel'], r['case']] - 1)) for r in rows(predicted)]
    return found


def constants():
    cases = [r for r in rows('h200_model.csv') if r['model_us'] and not r['set'].endswith('other kernels')]
    errors = first_predictions() + [
        (r['set'], r['limited_by'], 100 * abs(float(r['model_us']) / float(r['measured_us']) - 1)) for r in cases]
    unseen = [e for name, _, e in errors if name in NOT_LEARNT_FROM]
    result = {}
    for limit in ('DRAM', 'L2', 'issue', 'latency', 'barriers', 'block starts', 'launch'):
        own = [e for name, by, e in errors if by == limit and name in NOT_LEARNT_FROM]
        learnt = [e for name, by, e in errors if by == limit and name not in NOT_LEARNT_FROM]
        result[limit] = max(usual(learnt), usual(own if len(own) >= FEW else unseen))
    result['spills'] = usual([e for name, _, e in errors if name == SPILLED])
    return {limit: 5 * math.ceil(error / 5) for limit, error in result.items()}


def main():
    text = HEADING + ''.join(f'USUAL_ERROR("{limit}", {error})\n' for limit, error in constants().items())
    if sys.argv[1:] == ['--update']:
        CONSTANTS.write_text(text, encoding='utf-8')
    elif CONSTANTS.read_text(encoding='utf-8') != text:
        print('usual_errors.def is not what docs/data/h200_model.csv makes it: run usual_errors.py --update\n' + text)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())

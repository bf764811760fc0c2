#!/usr/bin/env python3
"""What the model of time predicts for the chapters' programs, beside what an H200 took (docs/data).

predictions.py            all sets, and a line for each: mean and worst error, right order
predictions.py --quick    those that take seconds, against bounds.csv: exit code 1 if one is worse
predictions.py --csv FILE all predictions as data
predictions.py --h100     the sets that an H100 was timed with
"""
import argparse
import csv
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(os.environ.get('LOCKSTEP_ROOT', HERE.parents[3]))
BUILD = pathlib.Path(os.environ.get('LOCKSTEP_BUILD', ROOT / 'build'))

# Kernels of chapter 06's experiment, by the beginning of their names.
LADDER = {
    'reduce_neighbored(': '01 neighbored', 'reduce_neighbored_less(': '02 neighbored less',
    'reduce_interleaved(': '03 interleaved', 'reduce_unroll<2u>': '08 unroll 2',
    'reduce_unroll<4u>': '08 unroll 4', 'reduce_unroll<8u>': '08 unroll 8',
    'reduce_unroll<16u>': '08 unroll 16', 'reduce_last_warp_volatile': '09 last warp, volatile',
    'reduce_last_warp<': '10 last warp', 'reduce_complete_unroll': '11 complete unroll',
    'reduce_template': '12 template', 'reduce_shared_neighbored': '04 shared neighbored',
    'reduce_shared_strided': '05 shared strided', 'reduce_shared_sequential': '06 shared sequential',
    'reduce_first_add': '07 first add', 'reduce_shared_last_warp': '13 shared last warp',
    'reduce_shared_template': '14 shared template', 'reduce_grid_stride<1u': '15 grid stride, 1 load',
    'reduce_grid_stride<4u': '15 grid stride, 4 loads', 'reduce_shuffle': '16 shuffle',
    'reduce_vector_loads<1u>': '17 vectors, 1 load', 'reduce_vector_loads<4u>': '17 vectors, 4 loads',
    'reduce_atomic': '19 atomic', 'reduce_last_block': '20 last block',
    'reduce_grid_sync': '21 grid sync',
}


def rows(name):
    with open(ROOT / 'docs' / 'data' / name, encoding='utf-8') as file:
        return list(csv.DictReader(line for line in file if not line.startswith('#')))


@functools.cache
def launches(name, *arguments, clock='cold', device='h200', program=None):
    """The records of the launches of a chapter's program. One worker: the same figures each time. Clock: flushed where
    the times were taken after a fill of other memory, cold where L2 had been flushed by reading."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / 'report.json'
        environment = dict(os.environ, LOCKSTEP_CHECKS='none', LOCKSTEP_COUNTERS='1', LOCKSTEP_CLOCK=clock,
                           LOCKSTEP_DEVICE=device, LOCKSTEP_WORKERS='1', LOCKSTEP_REPORT=str(report),
                           LD_LIBRARY_PATH=str(BUILD / 'tools' / 'emulator' / 'src'))
        subprocess.run([program or BUILD / 'chapters' / name, *arguments], env=environment, check=True,
                       stdout=subprocess.DEVNULL)
        with open(report, encoding='utf-8') as file:
            records = [json.loads(line) for line in file]
    return [r for r in records if r.get('type') == 'launch']


def ladder(size, block, table='h200_06_ladder.csv'):
    times = {r['variant']: 1000 * float(r['milliseconds']) for r in rows(table)
             if r['size'] == str(size) and r['block'] == str(block)}
    seen = {}
    for launch in launches('06_unrolling/06_unrolling_experiment', '--wrong', '--once', '--size', str(size),
                           '--block', str(block)):
        name = launch['kernel'].removeprefix('void ')
        variant = next((v for prefix, v in LADDER.items() if name.startswith(prefix)), None)
        if variant in times and variant not in seen:
            seen[variant] = (times[variant], launch['estimate'])
    return [(variant, *both) for variant, both in seen.items()]


def occupancy(which):
    all_launches = launches('03_occupancy/03_occupancy_achieved', '--size', '33554432', clock='flushed')
    if which == 'blocks':
        return [(r['kernel'] + ' ' + r['threads'], 1000 * float(r['milliseconds']), launch['estimate'])
                for r, launch in zip(rows('h200_03_blocks.csv'), all_launches)]
    return [(f"{r['blocks']} blocks, {r['word_bytes']} bytes", 1000 * float(r['milliseconds']), launch['estimate'])
            for r, launch in zip(rows('h200_03_sweep.csv'), all_launches[18:])]


def search():
    found = launches('02_warp_divergence/02_warp_divergence_loops', '--csv', 'search', '--elements', '67108864',
                     clock='flushed')
    return [(r['match_at_of_chunk'] + ' ' + r['search'], float(r['time_us']), launch['estimate'])
            for r, launch in zip(rows('h200_02_search.csv'), found)]


def registers():
    """Chapter 03's kernel with fewer and fewer registers: from 64 on they are spilled."""
    found = launches('03_occupancy/03_occupancy_registers', '--csv', '--size', '1048576', clock='flushed')
    return [(r['registers'] + ' registers', 1000 * float(r['milliseconds']), launch['estimate'])
            for r, launch in zip(rows('h200_03_registers.csv'), found)]


def shapes():
    times = {(int(r['x']), int(r['y'])): 1000 * float(r['milliseconds']) for r in rows('h200_04_shapes.csv')}
    found = launches('04_parallelism/04_parallelism_experiment', '--once', '--size', '16384', clock='flushed')
    return [('%dx%d' % tuple(r['block'][:2]), times[tuple(r['block'][:2])], r['estimate']) for r in found
            if 'sum_matrices' in r['kernel'] and tuple(r['block'][:2]) in times]


def solutions():
    """The course's solutions by the model times of their graders, which run the suite `time`. Sums by a host function
    include copies, which the model does not time: those cases are left out."""
    times = {(r['exercise'], r['case']): 1000 * float(r['milliseconds']) for r in rows('h200_exercises.csv')}
    found = []
    for exercise in dict.fromkeys(exercise for exercise, _ in times):
        grader = BUILD / 'tools' / 'graders' / f"grade_{exercise.replace('/', '_')}_solution"
        if not grader.exists():  # an exercise that the course no longer has
            continue
        for r in model_times(grader):
            if r.get('other_work', 0) == 0 and (exercise, r['name']) in times:
                found.append((f"{exercise}: {r['name']}", times[exercise, r['name']], r))
    return found


def model_times(grader):
    """The records of times by the model that a grader writes for the tutor. With one seed: fresh inputs each time
    give partition, whose blocks have kinds mixed at random, times from 211 to 276 us."""
    reading, writing = os.pipe()
    environment = dict(os.environ, LOCKSTEP_CHECKS='none', LOCKSTEP_DEVICE='h200', LOCKSTEP_WORKERS='1',
                       LOCKSTEP_CLOCK='flushed', LOCKSTEP_MODEL_TIMES='1', LOCKSTEP_RESULT_FD=str(writing),
                       LOCKSTEP_SEED='1',
                       LD_LIBRARY_PATH=str(BUILD / 'tools' / 'emulator' / 'src'))
    with subprocess.Popen([grader, '--test-suite=time'], env=environment, pass_fds=[writing],
                          stdout=subprocess.DEVNULL) as process:
        os.close(writing)
        with os.fdopen(reading, encoding='utf-8') as file:
            records = [json.loads(line) for line in file if line.startswith('{')]
    if process.returncode not in (0, 5):
        raise subprocess.CalledProcessError(process.returncode, grader)
    return [r for r in records if r.get('type') == 'model_time']


def other_kernels(device, name='unseen'):
    """Kernels that the course does not have, in unseen.cu and unseen_2.cu; as timed after a flush that reads. What
    fills their inputs is not timed."""
    program = BUILD / 'tools' / 'emulator' / 'tests' / 'timing' / f'emulator_{name}'
    found = [one for one in launches(name, device=device, program=program) if 'fill_' not in one['kernel']]
    return [(f"{r['kernel']}: {r['case']}", float(r['microseconds']), launch['estimate'])
            for r, launch in zip(rows(f'{device}_{name}.csv'), found)]


SETS = {
    'ladder 2^20, blocks of 512': (lambda: ladder(2**20, 512), True),
    'ladder 2^20, blocks of 128': (lambda: ladder(2**20, 128), False),
    'ladder 2^24, blocks of 512': (lambda: ladder(2**24, 512), False),
    'ladder 2^24, blocks of 128': (lambda: ladder(2**24, 128), False),
    'ladder, repeat, 2^22': (lambda: ladder(2**22, 512, 'h200_06_ladder_repeat.csv'), False),
    'ladder, repeat, 2^26': (lambda: ladder(2**26, 512, 'h200_06_ladder_repeat.csv'), False),
    'blocks of copies': (lambda: occupancy('blocks'), True),
    'occupancy of copies': (lambda: occupancy('sweep'), True),
    'search': (search, False),
    'registers, spilled': (registers, False),
    'shapes': (shapes, False),
    'solutions': (solutions, False),
    'other kernels': (lambda: other_kernels('h200'), False),
    'more other kernels': (lambda: other_kernels('h200', 'unseen_2'), False),
}
SETS_OF_H100 = {'other kernels': (lambda: other_kernels('h100'), False)}


def errors(cases):
    """Mean and worst error in per cent, and the share of pairs in the right order of those that differ
    by more than a tenth."""
    known = [(measured, e['microseconds']) for _, measured, e in cases if 'microseconds' in e]
    off = [100 * abs(predicted / measured - 1) for measured, predicted in known]
    pairs = [(a, b) for n, a in enumerate(known) for b in known[:n] if abs(a[0] / b[0] - 1) > 0.1]
    right = sum((a[0] < b[0]) == (a[1] < b[1]) for a, b in pairs)
    return {'cases': len(off), 'refused': len(cases) - len(off), 'mean': sum(off) / len(off), 'worst': max(off),
            'within_20': sum(x <= 20 for x in off), 'pairs': len(pairs), 'in_order': right}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--h100', action='store_true')
    parser.add_argument('--csv', metavar='FILE')
    options = parser.parse_args()
    bounds = {r['set']: r for r in csv.DictReader(open(HERE / 'bounds.csv', encoding='utf-8'))}
    failed = False
    lines = []
    for name, (run, is_quick) in (SETS_OF_H100 if options.h100 else SETS).items():
        if options.quick and not is_quick:
            continue
        cases = run()
        e = errors(cases)
        print('%-28s %3d cases, %d refused: mean %4.1f %%, worst %3.0f %%, within 20 %%: %d, in order %d of %d' % (
            name, e['cases'], e['refused'], e['mean'], e['worst'], e['within_20'], e['in_order'], e['pairs']))
        lines += [(name, case, '%.2f' % measured, '%.2f' % p['microseconds'] if 'microseconds' in p else '',
                   p.get('limited_by', ''))
                  for case, measured, p in cases]
        if name in bounds:
            b = bounds[name]
            worse = [what for what, value, bound in (
                ('the mean error', e['mean'], float(b['mean'])), ('the worst error', e['worst'], float(b['worst'])),
                ('pairs out of order', e['pairs'] - e['in_order'], int(b['out_of_order'])),
                ('cases refused', e['refused'], int(b['refused']))) if value > bound]
            if worse:
                failed = True
                print('  more than bounds.csv allows: ' + ', '.join(worse))
    if options.csv:
        with open(options.csv, 'w', encoding='utf-8', newline='') as file:
            device, option = ('H100', '--h100 ') if options.h100 else ('H200', '')
            file.write(f'# What the model of time predicts for an {device}, beside the times of docs/data. '
                       'No GPU was asked.\n'
                       f'# tools/emulator/tests/timing/predictions.py {option}--csv FILE\n'
                       '# Microseconds between two events around the launch, after a flush of L2 like the one before '
                       'the measurement:\n# the ladders and other kernels, by reading; all others, by cudaMemset. '
                       'Solutions: LOCKSTEP_SEED=1.\n'
                       '# The model has learnt from all sets; model_unseen*.csv have what it said of other kernels before.\n')
            writer = csv.writer(file, lineterminator='\n')
            writer.writerow(('set', 'case', 'measured_us', 'model_us', 'limited_by'))
            writer.writerows(lines)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())

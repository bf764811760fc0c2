#!/usr/bin/env python3
"""What a prediction costs: processor time of a program with the model of time less without it, by launches.

cost.py --csv FILE    for some programs of the chapters, and the kernels of unseen.cu; median of five runs, one worker
"""
import argparse
import csv
import json
import os
import pathlib
import resource
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(os.environ.get('LOCKSTEP_ROOT', pathlib.Path(__file__).resolve().parents[4]))
BUILD = pathlib.Path(os.environ.get('LOCKSTEP_BUILD', ROOT / 'build'))
PROGRAMS = (
    ('chapters/02_warp_divergence/02_warp_divergence_loops', '--csv', 'search', '--elements', '1048576'),
    ('chapters/03_occupancy/03_occupancy_achieved', '--size', '1048576'),
    ('chapters/04_parallelism/04_parallelism_experiment', '--once', '--size', '2048'),
    ('chapters/06_unrolling/06_unrolling_experiment', '--wrong', '--once', '--size', '1048576', '--block', '512'),
    ('tools/emulator/tests/timing/emulator_unseen',),
)


def seconds(program, clock):
    """Processor time of a run, and how many launches were predicted."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / 'report.json'
        environment = dict(os.environ, LOCKSTEP_CHECKS='none', LOCKSTEP_COUNTERS='1', LOCKSTEP_CLOCK=clock,
                           LOCKSTEP_WORKERS='1', LOCKSTEP_REPORT=str(report),
                           LD_LIBRARY_PATH=str(BUILD / 'tools' / 'emulator' / 'src'))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([BUILD / program[0], *program[1:]], env=environment, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(report, encoding='utf-8') as file:
            estimates = [r['estimate'] for r in map(json.loads, file) if 'microseconds' in r.get('estimate', {})]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, len(estimates)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--csv', metavar='FILE', required=True)
    parser.add_argument('--machine', default='', help='for the heading: processor and date')
    options = parser.parse_args()
    with open(options.csv, 'w', encoding='utf-8', newline='') as file:
        file.write(f'# {options.machine}\n# tools/emulator/tests/timing/cost.py --csv FILE\n'
                   '# Processor time with the model of time and without it, medians of five runs with one worker. '
                   'What-ifs included. Launches that do alike are predicted once.\n')
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow(('program', 'predictions', 'seconds_with', 'seconds_without', 'seconds_each'))
        for program in PROGRAMS:
            runs = [seconds(program, '1') for _ in range(5)]
            slow = statistics.median(s for s, _ in runs)
            fast = statistics.median(seconds(program, '0')[0] for _ in range(5))
            row = (' '.join((pathlib.Path(program[0]).name, *program[1:])), runs[0][1], f'{slow:.2f}', f'{fast:.2f}',
                   f'{(slow - fast) / runs[0][1]:.3f}')
            writer.writerow(row)
            file.flush()
            print(*row, sep=', ', flush=True)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
"""Launches that may run at the same time have no estimate, and it is said why; all others have one.

overlaps.py PROGRAM LIBRARY    the build's overlaps.cu, and the emulator's library
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PREDICTED = ''
OTHER_STREAM = 'a launch in another stream may run at the same time'
# Of each kernel's launches, in order: why there is no estimate.
EXPECTED = {
    'one_stream': [PREDICTED, PREDICTED],
    'two_streams': [OTHER_STREAM, OTHER_STREAM],
    'waiting_stream': [PREDICTED, PREDICTED],
    'waiting_host': [PREDICTED, PREDICTED],
    'default_stream': [PREDICTED, PREDICTED, PREDICTED],
    'fill_between': [PREDICTED, PREDICTED],
    'chain_in_graph': [PREDICTED, PREDICTED],
    'branches_in_graph': [OTHER_STREAM, OTHER_STREAM],
    'early': ['the launch after it may begin before it has ended (programmatic dependent launch)',
              'it may begin before the launch ahead of it has ended (programmatic dependent launch)'],
    'early_alone': [PREDICTED],
    'by_kernel': ['the kernel launches kernels'],
    'child': ['a kernel launched it'],
}


def main():
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / 'report.json'
        environment = dict(os.environ, LOCKSTEP_CHECKS='none', LOCKSTEP_COUNTERS='1', LOCKSTEP_CLOCK='cold',
                           LOCKSTEP_REPORT=str(report), LD_LIBRARY_PATH=os.path.dirname(sys.argv[2]))
        subprocess.run([sys.argv[1]], env=environment, check=True)
        with open(report, encoding='utf-8') as file:
            records = [json.loads(line) for line in file]
    launches = [r for r in records if r.get('type') == 'launch']
    for record in records:
        if record.get('type') == 'overlap':
            launches[record['launch']]['estimate'] = {'refused': record['refused']}
    failed = False
    for kernel, expected in EXPECTED.items():
        found = [r['estimate'].get('refused', PREDICTED) for r in launches if f'{kernel}(' in r['kernel']]
        if found != expected:
            failed = True
            print(f'{kernel}: expected {expected}, found {found}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())

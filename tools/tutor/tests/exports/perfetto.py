#!/usr/bin/env python3
"""The timeline of `trace --perfetto` is one that a viewer can draw, and adds up to what `estimate` says.

perfetto.py TUTOR ROOT BUILD
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

tutor, root, build = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
PROGRAM = root / 'docs/examples/transpose.cu'
ENVIRONMENT = dict(os.environ, LOCKSTEP_ROOT=str(root), LOCKSTEP_BUILD=str(build), LOCKSTEP_WORKERS='1')


def run(*arguments):
    return subprocess.run([tutor, '--backend', 'emulator', *arguments], env=ENVIRONMENT, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def check(holds, what):
    if not holds:
        sys.exit('perfetto.py: ' + what)


def check_track(events, name):
    """Warps one after another; within each, one thing at a time."""
    events.sort(key=lambda e: (e['ts'], -e['dur']))
    warp_end = inner_end = 0
    for event in events:
        end = event['ts'] + event['dur']
        if event['cat'] == 'warp':
            check(event['ts'] >= warp_end, f'{name}: two warps at once')
            warp_end, inner_end = end, event['ts']
        else:
            check(end <= warp_end, f'{name}: {event["name"]} outlives its warp')
            check(event['ts'] >= inner_end, f'{name}: two things at once')
            inner_end = end


# What the Chrome trace-event format requires of each kind of event, beside ph, pid and name.
REQUIRED = {'M': {'args'}, 'X': {'ts', 'dur', 'tid'}, 'i': {'ts', 's', 'tid'}, 'C': {'ts', 'args'},
            'B': {'ts', 'tid'}, 'E': {'ts', 'tid'}}


def check_format(trace):
    """The rules of the format, so that any viewer of it can draw the file."""
    check(isinstance(trace, dict) and isinstance(trace['traceEvents'], list), 'has no list of events')
    last, depth, named, used = {}, collections.Counter(), set(), set()
    for event in trace['traceEvents']:
        kind = event.get('ph')
        check(kind in REQUIRED, f'an event of the kind {kind}')
        missing = ({'pid', 'name'} | REQUIRED[kind]) - set(event)
        check(not missing, f'{kind} without {missing}: {event}')
        check(all(type(event[key]) is int and event[key] >= 0 for key in ('pid', 'tid') if key in event),
              f'pid or tid is no number: {event}')
        track = (event['pid'], event.get('tid'))
        if kind == 'M':
            check(event['name'] in ('process_name', 'thread_name') and isinstance(event['args']['name'], str),
                  f'metadata that no viewer knows: {event}')
            named.add(track)
            continue
        used |= {track, (event['pid'], None)}
        check(event['ts'] >= last.get(track, 0), f'track {track} goes back in time: {event}')
        last[track] = event['ts']
        check(event.get('dur', 0) >= 0, f'ends before it begins: {event}')
        check(event.get('s', 'p') in ('g', 'p', 't'), f'an instant of no scope: {event}')
        if kind == 'C':
            check(all(isinstance(v, (int, float)) for v in event['args'].values()), f'counts no number: {event}')
        depth[track] += (kind == 'B') - (kind == 'E')
        check(depth[track] >= 0, f'an end without a beginning: {event}')
    check(not +depth, 'a beginning without an end')
    check(used <= named, f'tracks without a name: {used - named}')


def main():
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / 'timeline.json'
        said = run('trace', '--perfetto', str(file), str(PROGRAM))
        check('https://ui.perfetto.dev' in said, 'does not say where to open it')
        trace = json.loads(file.read_text(encoding='utf-8'))
    check_format(trace)
    events = trace['traceEvents']
    launches = json.loads(run('estimate', '--json', str(PROGRAM)))['launches']

    launch = launches[0]['estimate']
    mine = [e for e in events if e['pid'] == 1]
    kinds = collections.Counter(e['ph'] for e in mine)
    check(set(kinds) == {'M', 'X', 'i', 'C'}, f'kinds of events: {dict(kinds)}')
    check(all(e['ts'] >= 0 and e.get('dur', 0) >= 0 for e in mine if e['ph'] != 'M'), 'a time below zero')
    process = next(e for e in mine if e['name'] == 'process_name')
    check(any(e['ph'] == 'i' and e['cat'] == 'barrier' for e in mine), 'no barrier')
    check('model' in process['args']['name'], 'does not call itself a model')
    check(process['args']['cut_at'] == 0, 'is cut')

    tracks = collections.defaultdict(list)
    for event in mine:
        if event['ph'] == 'X':
            tracks[event['tid']].append(event)
    # Readers make whole nanoseconds of times and lengths, one by one: sums must not depend on rounding.
    check(all((1000 * event[key]).is_integer() for track in tracks.values() for event in track for key in ('ts', 'dur')),
          'a time that is no whole nanosecond')
    for number, track in tracks.items():
        check_track(track, f'track {number}')

    counter = [e for e in mine if e['ph'] == 'C']
    check(all(a['ts'] < b['ts'] for a, b in zip(counter, counter[1:])), 'the counter goes back')
    check(all(e['args']['loads'] >= 0 for e in counter), 'fewer than no loads in flight')

    cycles = collections.Counter()
    for event in mine:
        if event['ph'] == 'X' and event['cat'] != 'warp':
            cycles[event['name']] += event['dur']
    for stall in launch['stalls']:
        percent = 100 * cycles[stall['reason']] / sum(cycles.values())
        check(abs(percent - stall['percent']) < 0.05,
              f'{stall["reason"]}: {percent:.2f} % of the timeline, {stall["percent"]} % of the estimate')


main()

import { describe, expect, it } from 'vitest';
import type { LedgerEventWire } from '../../../../src/board/ledger-event.ts';
import { newestFirst, titleOf } from './describe-event.ts';

function event(sequence: number, what = 'run.claimed', subject = 'run 1', data: LedgerEventWire['data'] = {}) {
  return { sequence, what, subject, data, who: 'arena', when: '', why: '', previous: '', hash: '' };
}

describe('the event list', () => {
  it('the event list has each event once, the newest first', () => {
    const merged = newestFirst([event(4), event(3)], [event(3), event(2), event(1)], 3);
    expect(merged.map(({ sequence }) => sequence)).toEqual([4, 3, 2]);
  });

  it('the event list keeps only the newest progress of a run', () => {
    const live = [event(5, 'run.progress'), event(4, 'run.progress', 'run 2'), event(3, 'run.progress'), event(2)];
    expect(newestFirst(live, [], 9).map(({ sequence }) => sequence)).toEqual([5, 4, 2]);
  });

  it('the event list keeps only the newest of each automatic chain event', () => {
    const live = [event(5, 'weights.set'), event(4, 'epoch.pinned'), event(3, 'weights.set', 'hotkey 2'), event(2)];
    expect(newestFirst(live, [], 9).map(({ sequence }) => sequence)).toEqual([5, 4, 2]);
  });

  it('every listed event has a title that begins with a capital', () => {
    expect(titleOf('crown.passed')).toBe('New champion');
    expect(titleOf('something.new_here')).toBe('Something new here');
  });
});

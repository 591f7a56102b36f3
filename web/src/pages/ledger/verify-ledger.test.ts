import { describe, expect, it } from 'vitest';
import { ledgerEventToWire } from '../../../../src/board/ledger-event.ts';
import { type Event, eventAfter, NO_EVENTS } from '../../../../src/store/database/event.ts';
import { type LedgerPart, type Verification, verifyLedger } from './verify-ledger.ts';

function ledger(length: number): Event[] {
  const events: Event[] = [];
  for (let number = 1; number <= length; number++) {
    const data = { number, list: [null, true, 'é\u2028'], share: 0.1 + number / 3 };
    const newEvent = { who: 'arena', what: 'a.b', when: 1_700_000_000_000 + number, why: '“.”', subject: 'x', data };
    events.push(eventAfter(events.at(-1) ?? NO_EVENTS, newEvent));
  }
  return events;
}

function partsOf(events: readonly Event[], head = events.length): Verification['read'] {
  return async (after): Promise<LedgerPart> => {
    // As sent over HTTP.
    const wire = JSON.parse(JSON.stringify(events.slice(after, after + 3).map(ledgerEventToWire)));
    return { events: wire, head };
  };
}

async function verify(events: readonly Event[], changed: Partial<Verification> = {}) {
  return await verifyLedger({
    read: partsOf(events),
    known: undefined,
    onProgress: () => {},
    signal: new AbortController().signal,
    ...changed,
  });
}

describe('a ledger in the browser', () => {
  const events = ledger(8);
  const last = { sequence: 8, hash: events.at(-1)!.hash };

  it('the browser verifies a ledger in which every event follows from the previous', async () => {
    const progress: number[] = [];
    expect(await verify(events, { onProgress: (done) => progress.push(done) })).toEqual({ ok: true, head: last });
    expect(progress).toEqual([3, 6, 8]);
    expect(await verify([])).toEqual({ ok: true, head: { sequence: 0, hash: '0'.repeat(64) } });
  });

  it.each(['who', 'what', 'when', 'why', 'subject', 'data'] as const)(
    'the browser detects a changed event field: %s',
    async (field) => {
      const forged = events.with(4, { ...events[4]!, [field]: field === 'when' ? 1 : 'other' });
      expect(await verify(forged)).toEqual({ ok: false, sequence: 5, reason: 'its content does not have its hash' });
    },
  );

  it('the browser detects that an event was removed, reordered or withheld', async () => {
    expect(await verify(events.toSpliced(3, 1))).toMatchObject({ ok: false, sequence: 5 });
    expect(await verify([events[1]!, events[0]!])).toMatchObject({ ok: false, sequence: 2 });
    expect(await verify(events, { read: partsOf(events, 9) })).toMatchObject({ ok: false, sequence: 9 });
  });

  it('the browser detects that a ledger was replaced by another consistent one', async () => {
    expect(await verify(events, { known: last })).toMatchObject({ ok: true });
    const known = { sequence: 6, hash: 'f'.repeat(64) };
    expect(await verify(events, { known })).toMatchObject({
      ok: false,
      sequence: 6,
      reason: expect.stringContaining('seen another'),
    });
    expect(await verify(events.slice(0, 5), { known: last })).toMatchObject({ ok: false, sequence: 6 });
  });
});

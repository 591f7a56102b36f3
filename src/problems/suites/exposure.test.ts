import { describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
import { foldExposure } from './exposure.ts';
import { bankLedger } from './ledger-chain.ts';
import type { LedgerEvent, LedgerRecord } from './ledger-event.ts';

/** Builds a ledger from events, each with its day in January. */
function ledger(...events: readonly (readonly [day: number, event: LedgerEvent])[]): readonly LedgerRecord[] {
  const records: LedgerRecord[] = [];
  for (const [day, event] of events)
    records.push(bankLedger.next(event, new Date(Date.UTC(2026, 0, day)), records.at(-1)));
  return records;
}

function january(day: number): string {
  return new Date(Date.UTC(2026, 0, day)).toISOString();
}

const suite = sha256('suite');
const commitment = sha256('draw');
const grown: LedgerEvent = { kind: 'bank-grown', problems: [{ problem_id: 'p1', digest: sha256('p1') }] };
const committed = (race: string): LedgerEvent => ({ kind: 'draw-committed', race, commitment, size: 1 });
const revealed = (race: string): LedgerEvent => ({ kind: 'draw-revealed', race, commitment, problem_ids: ['p1'] });
const retired: LedgerEvent = { kind: 'retired', problem_ids: ['p1'], reason: 'leaked' };

describe('foldExposure', () => {
  it('exposure records when a problem was drawn, for which race and who saw it', () => {
    const exposed: LedgerEvent = {
      kind: 'exposed',
      race: 'r1',
      problem_ids: ['p1'],
      agent_version: 'a1',
      validator: 'v1',
    };
    const records = ledger([1, grown], [2, committed('r1')], [3, exposed], [4, revealed('r1')]);
    expect(foldExposure(records).get('p1')).toEqual({
      problemId: 'p1',
      sealed: false,
      draws: [{ race: 'r1', drawnAt: january(2), revealedAt: january(4) }],
      seen: [{ race: 'r1', at: january(3), agentVersion: 'a1', validator: 'v1' }],
    });
    expect(foldExposure(ledger([1, grown])).get('p1')).toMatchObject({ draws: [], seen: [] });
  });

  it('a problem retires with its third draw, secret draws included', () => {
    const twice = ledger(
      [1, grown],
      [2, committed('r1')],
      [3, revealed('r1')],
      [4, committed('r2')],
      [6, committed('r3')],
    );
    const pending = new Map([['r2', ['p1']]]);
    expect(foldExposure(twice, { pending }).get('p1')!.retiredAt).toBeUndefined();
    const thrice = new Map([...pending, ['r3', ['p1']]]);
    expect(foldExposure(twice, { pending: thrice }).get('p1')!.retiredAt).toBe(january(6));
    const policy = { retireAfterDraws: 1, restRaces: 0, corpusDelayDays: 7 };
    expect(foldExposure(twice, { policy }).get('p1')!.retiredAt).toBe(january(2));
  });

  it('a problem may enter the corpus seven days after it retired and its last race was revealed', () => {
    const corpusFrom = (...events: readonly (readonly [number, LedgerEvent])[]): string | undefined =>
      foldExposure(ledger(...events)).get('p1')?.corpusFrom;
    expect(corpusFrom([1, grown])).toBeUndefined();
    expect(corpusFrom([1, grown], [2, retired])).toBe(january(9));
    const draw = [[2, committed('r1')] as const, [3, revealed('r1')] as const];
    expect(corpusFrom([1, grown], ...draw)).toBeUndefined();
    expect(corpusFrom([1, grown], ...draw, [5, retired])).toBe(january(12));
    expect(corpusFrom([1, grown], [1, retired], ...draw)).toBe(january(10));
  });

  it('a retired problem stays out of the corpus while one of its races is secret', () => {
    const records = ledger([1, grown], [2, committed('r1')], [5, retired]);
    const pending = new Map([['r1', ['p1']]]);
    expect(foldExposure(records, { pending }).get('p1')).toMatchObject({ retiredAt: january(5) });
    expect(foldExposure(records, { pending }).get('p1')!.corpusFrom).toBeUndefined();
  });

  it('exposure counts a race in which a problem was seen, even if the secret of the draw is lost', () => {
    const seen: LedgerEvent = { kind: 'exposed', race: 'r1', problem_ids: ['p1'], agent_version: 'a', validator: 'v' };
    const records = ledger([1, grown], [2, committed('r1')], [3, seen], [4, retired]);
    expect(foldExposure(records).get('p1')).toMatchObject({ draws: [{ race: 'r1' }] });
    expect(foldExposure(records).get('p1')!.corpusFrom).toBeUndefined();
  });

  it('a sealed problem never enters the corpus', () => {
    const created: LedgerEvent = {
      kind: 'suite-created',
      suite,
      name: 'vault',
      version: 1,
      suite_kind: 'heldout',
      problem_ids: ['p1'],
    };
    const sealed = foldExposure(ledger([1, created], [2, { kind: 'set-sealed', suite }], [3, retired])).get('p1')!;
    expect(sealed).toMatchObject({ sealed: true, retiredAt: january(3) });
    expect(sealed.corpusFrom).toBeUndefined();
  });
});

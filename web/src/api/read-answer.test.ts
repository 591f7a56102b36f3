import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { topPayoutSchema } from '../../../src/board/wire.ts';
import { ArenaError } from './arena-error.ts';
import { readAnswer } from './read-answer.ts';

const PAYOUT = {
  as_of: '2026-03-01T10:00:00.000Z',
  miner_hotkey: null,
  agent_name: null,
  tao_per_day: 1.5,
  usd_per_day: null,
  tao_price_usd: null,
};

describe('readAnswer', () => {
  it('readAnswer returns an answer that matches its schema', () => {
    expect(readAnswer(topPayoutSchema, PAYOUT, 200)).toEqual(PAYOUT);
  });

  it('readAnswer drops a field that a newer server added', () => {
    expect(readAnswer(topPayoutSchema, { ...PAYOUT, added_later: { deep: [1] } }, 200)).toEqual(PAYOUT);
  });

  it('readAnswer throws what happened, whose fault it is and the remedy when an answer does not match', () => {
    const read = () =>
      readAnswer(z.object({ rows: z.array(topPayoutSchema) }), { rows: [{ ...PAYOUT, as_of: 5 }] }, 200);
    expect(read).toThrow(ArenaError);
    expect(read).toThrow(/invalid: rows\.0\.as_of: .*expected string.* This is an error of the arena\./);
    expect(read).toThrow(expect.objectContaining({ code: 'ANSWER_INVALID', remedy: expect.stringMatching(/^Reload/) }));
  });

  it('readAnswer throws a short message when the answer is not JSON', () => {
    expect(() => readAnswer(topPayoutSchema, undefined, 200)).toThrow(/invalid: the whole answer: /);
    const named = { ['x'.repeat(5_000)]: 'text' };
    expect(() => readAnswer(z.record(z.string(), z.number()), named, 200)).toThrow(/^.{0,300}$/);
  });
});

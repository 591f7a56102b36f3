import { describe, expect, it } from 'vitest';
import type { AttemptReading } from '../filter/attempt-reading.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import type { ReceiptLink } from '../intake/read-attempt.ts';
import type { TrajectoryStep } from '../trajectory/trajectory.ts';
import { corpusRow } from './corpus-row.ts';

type Tokens = readonly [prompt: readonly number[], said: readonly number[]] | null;

function trains(tokens: readonly Tokens[], rest: { fidelity?: string; signed?: boolean } = {}): string {
  const steps = tokens.map(
    (each, place): TrajectoryStep => ({
      message: place,
      completion: place + 1,
      model: 'm',
      finish_reason: 'stop',
      latency_ms: 1,
      prompt_token_ids: each?.[0] ?? null,
      token_ids: each?.[1] ?? null,
      logprobs: null,
    }),
  );
  const trajectory = { query: 'q', messages: [], tools: '[]', fidelity: rest.fidelity ?? 'as-seen', steps };
  const judgement = { judge: 'gates', judge_version: 1, quality: 0.9 };
  const reading = {
    facts: { attempt_id: 'a' },
    verdict: { rules: { success: true, scores: { rule: 1 } }, judgement },
    rebuilt: { ok: true, trajectory },
  } as unknown as AttemptReading;
  const link = rest.signed === false ? null : ({ receipt: { sequence: 1 }, hash: 'h' } as unknown as ReceiptLink);
  return corpusRow(reading, link, estimatedTokens).trains;
}

describe('trainability of a row', () => {
  it('a row can train token by token when every prompt begins with the previous prompt and answer', () => {
    expect(
      trains([
        [[1, 2], [3]],
        [[1, 2, 3, 9], [4]],
      ]),
    ).toBe('token-exact');
    expect(
      trains([
        [[1, 2], [3]],
        [[1, 2, 8, 9], [4]],
      ]),
    ).toBe('text+outcome');
    expect(trains([[[1, 2], [3]], null])).toBe('text+outcome');
    expect(trains([[[1, 2], [3]]], { fidelity: 'normalised' })).toBe('text+outcome');
  });

  it('a row is text-only when its outcome is unsigned', () => {
    expect(trains([[[1, 2], [3]]], { signed: false })).toBe('text');
  });
});

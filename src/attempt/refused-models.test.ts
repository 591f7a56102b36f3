import { describe, expect, it } from 'vitest';
import { mergeRefusedModelCalls, refusedModelCalls } from './refused-models.ts';

const PATH = '/inference/chat/completions';

function refused(model: string, response: unknown, status = 403) {
  return { kind: 'refused' as const, path: PATH, status, request: { model, messages: [] }, response };
}

describe('refused model calls', () => {
  it('refused model calls name the requested and the allowed models, by frequency', () => {
    const answer = { error: "Model 'x' is not allowed", allowed_models: ['house/adept', 'house/expert'] };
    const calls = [
      refused('a', { error: "'tools' is not supported through the proxy" }, 400),
      refused('Qwen/Qwen3-32B-TEE', answer),
      refused('Qwen/Qwen3-32B-TEE', answer),
    ];
    expect(refusedModelCalls(calls)).toEqual([
      { reason: 'asked for Qwen/Qwen3-32B-TEE; allowed: house/adept, house/expert', count: 2 },
      { reason: "'tools' is not supported through the proxy", count: 1 },
    ]);
  });

  it('refused model calls leave out answered calls and refused calls of other kinds', () => {
    const answered = { kind: 'inference' as const, path: PATH, status: 200, request: {}, response: {} };
    const lost = { kind: 'refused' as const, path: '/nowhere', status: 404, request: null, response: {} };
    expect(refusedModelCalls([answered, lost])).toEqual([]);
  });

  it('shortens long names and lists in refused model calls, and accepts an error without a form', () => {
    const many = { allowed_models: Array.from({ length: 20 }, (_, place) => `m${place}`) };
    const reason = refusedModelCalls([refused('m'.repeat(5_000), many)])[0]!.reason;
    expect(reason.length).toBeLessThan(400);
    expect(reason).toContain('and 12 more');
    expect(refusedModelCalls([refused('a', 7, 500)])).toEqual([{ reason: 'answered 500', count: 1 }]);
  });

  it('adds up refused model calls over attempts', () => {
    const one = { reason: 'a', count: 2 };
    expect(mergeRefusedModelCalls([one, { reason: 'b', count: 3 }, one])).toEqual([
      { reason: 'a', count: 4 },
      { reason: 'b', count: 3 },
    ]);
  });
});

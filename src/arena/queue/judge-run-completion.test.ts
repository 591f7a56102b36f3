import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalScore, reasoningCoefficient } from '../../verdict/aggregate/final-score.ts';
import { failure, PROBLEMS, success } from '../testing/sample-queue.ts';
import type { RunCompletion } from '../wire/work-wire.ts';
import { judgeRunCompletion } from './judge-run-completion.ts';

function withComponents(change: Record<string, number | null>): RunCompletion {
  const completion = success(4, 0.7375);
  return { ...completion, score_components: { ...completion.score_components, ...change } };
}

describe('a completion', () => {
  it('a successful completion has the score that follows from its components', () => {
    expect(judgeRunCompletion(success(4, 0.7375), PROBLEMS)).toMatchObject({ status: 'SUCCESS', score: 0.59 });
    expect(judgeRunCompletion(success(0), PROBLEMS)).toMatchObject({ status: 'SUCCESS', score: 0 });
  });

  it('a completion computed as the reference does is always accepted, and rounded by the arena', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (total, some, quality, rounded) => {
          const successful = some % (total + 1);
          const rate = successful / total;
          const coefficient = reasoningCoefficient(quality);
          const score = finalScore(rate, coefficient);
          const completion: RunCompletion = {
            terminal_status: 'SUCCESS',
            validator_score: score,
            score_components: {
              total_problems: total,
              successful_problems: successful,
              success_rate: rounded ? Math.round(rate * 1e4) / 1e4 : rate,
              reasoning_coefficient: coefficient,
            },
          };
          expect(judgeRunCompletion(completion, total)).toMatchObject({ status: 'SUCCESS', score });
        },
      ),
    );
  });

  it('rejects a completion without score or components', () => {
    for (const missing of [{ validator_score: null }, { score_components: null }]) {
      expect(() => judgeRunCompletion({ ...success(3), ...missing }, PROBLEMS)).toThrow(
        expect.objectContaining({ code: 'MISSING_SCORE' }),
      );
    }
  });

  it('rejects an inconsistent completion, naming the field', () => {
    const contradictions: [RunCompletion, string][] = [
      [withComponents({ total_problems: 4 }), 'total_problems'],
      [withComponents({ successful_problems: 6 }), 'successful_problems'],
      [withComponents({ successful_problems: 3.5 }), 'successful_problems'],
      [withComponents({ success_rate: 0.7 }), 'success_rate'],
      [withComponents({ reasoning_coefficient: 0.2 }), 'reasoning_coefficient'],
      [withComponents({ reasoning_coefficient: 1.1 }), 'reasoning_coefficient'],
      [withComponents({ reasoning_coefficient: null }), 'missing'],
      [{ ...success(4, 0.7375), validator_score: 0.5902 }, 'validator_score'],
    ];
    for (const [completion, where] of contradictions) {
      expect(() => judgeRunCompletion(completion, PROBLEMS), where).toThrow(
        expect.objectContaining({ code: 'SCORE_INCONSISTENT', message: expect.stringContaining(where) }),
      );
    }
  });

  it('a completion whose judges failed is the platform’s failure and not the agent’s reasoning', () => {
    const broken = withComponents({ judge_inference_failed: 2, judge_inference_total: 3 });
    expect(judgeRunCompletion(broken, PROBLEMS)).toMatchObject({ status: 'FAILED', owner: 'platform' });
    const working: Record<string, number>[] = [
      { judge_inference_failed: 2, judge_inference_total: 2 },
      { judge_inference_failed: 2, judge_inference_total: 4 },
      { judge_inference_failed: 0, judge_inference_total: 0 },
    ];
    for (const calls of working) {
      expect(judgeRunCompletion(withComponents(calls), PROBLEMS)).toMatchObject({ status: 'SUCCESS' });
    }
  });

  it('a failed completion names its owner, by default the validator', () => {
    expect(judgeRunCompletion(failure(), PROBLEMS)).toEqual({
      status: 'FAILED',
      owner: 'validator',
      reason: 'Sandbox execution failed',
    });
    expect(judgeRunCompletion({ terminal_status: 'TIMED_OUT', failure_owner: 'agent' }, PROBLEMS)).toEqual({
      status: 'TIMED_OUT',
      owner: 'agent',
      reason: 'No reason was given.',
    });
    const long = judgeRunCompletion({ ...failure(), failure_reason: `\0${'x'.repeat(9_999)}` }, PROBLEMS);
    expect(long).toMatchObject({ reason: 'x'.repeat(1_000) });
  });
});

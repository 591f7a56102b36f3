import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { reasoningCoefficient } from '../../aggregate/final-score.ts';
import { labelBySource } from '../../testing/label-by-source.ts';
import { completionText } from '../gates/completion-text.ts';
import { judgeByGates } from '../judge-by-gates.ts';
import { readLabelledAttempts } from './labelled-attempt.ts';

const ATTEMPTS = readLabelledAttempts();
const GRADED = ATTEMPTS.map((attempt) => ({ ...attempt, judgement: judgeByGates(attempt) }));

function coefficient(agent: string): number {
  const grades = GRADED.filter((each) => each.agent === `${agent}.py` && each.model === 'house/expert').map(
    ({ judgement }) => judgement.quality!,
  );
  return reasoningCoefficient(grades.reduce<number>((sum, each) => sum + each, 0) / grades.length);
}

it('the labelled set has at least 60 attempts of 7 agents in under 1.5 MB', () => {
  expect(ATTEMPTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ATTEMPTS.map(({ agent }) => agent)).size).toBe(7);
  expect(statSync(new URL('./attempts.jsonl.br', import.meta.url)).size).toBeLessThan(1_500_000);
});

it('the labelled set has the labels that the sources give', () => {
  for (const { agent, model, calls, label } of ATTEMPTS) expect(labelBySource(agent, model, calls).label).toBe(label);
});

it.each(['native_tools', 'react_text', 'careful_verifier'])(
  '%s keeps at least 0.9 of its success after judging',
  (agent) => {
    expect(coefficient(agent)).toBeGreaterThanOrEqual(0.9);
  },
);

it.each(['extract_and_search', 'rank_by_model'])('%s keeps at most 0.75 of its success after judging', (agent) => {
  expect(coefficient(agent)).toBeLessThanOrEqual(0.75);
});

it('an agent without a model keeps 0.3875 of its success after judging', () => {
  expect(coefficient('no_model')).toBe(0.3875);
});

it('every quotation of the gate judge is at the position it states', () => {
  for (const { judgement, calls } of GRADED) {
    for (const { call, start, end, quote } of judgement.evidence) {
      expect(completionText(calls[call - 1]!).slice(start, end)).toBe(quote);
    }
  }
});

import type { Call } from '../gateway/calls.ts';
import { type Scorer, scoreJudged } from './grade-attempt.ts';
import { type Choice, readChoice } from './judge/decision/read-choice.ts';
import { judgeChoice } from './judge/judge-by-gates.ts';
import type { JudgePanel } from './judge/judge-panel.ts';
import { describeCalls } from './judge/panel/describe-attempt.ts';
import type { AttemptEvidence } from './rules/attempt-evidence.ts';
import { shownProducts } from './rules/shown-products.ts';
import type { Judgement, Verdict } from './verdict.ts';

/** Input for examining calls. Plain data, so that a thread without the dialogue can do it. */
export interface Examination {
  readonly query: string;
  readonly choice: Choice;
  /** The gate judge reads every call; a panel of models is sent a description of them. */
  readonly judge: 'gates' | 'panel';
}

/** Everything a verdict needs from the recorded calls. Much smaller than the calls. */
export interface ExaminedCalls {
  /** Ids of the products shown in recorded results. */
  readonly shown: ReadonlySet<string>;
  readonly judged:
    | { readonly by: 'gates'; readonly judgement: Judgement }
    | { readonly by: 'panel'; readonly recordedCalls: readonly string[] };
}

export function examinationOf(
  { problem, dialogue }: Pick<AttemptEvidence, 'problem' | 'dialogue'>,
  judge: Examination['judge'],
): Examination {
  return { query: problem.query, choice: readChoice(dialogue), judge };
}

export function examineCalls(calls: readonly Call[], { query, choice, judge }: Examination): ExaminedCalls {
  return {
    shown: shownProducts(calls),
    judged:
      judge === 'gates'
        ? { by: judge, judgement: judgeChoice(query, choice, calls) }
        : { by: judge, recordedCalls: describeCalls(calls) },
  };
}

export interface ExaminedGrader extends Scorer {
  /** Required if calls were examined for a panel. */
  readonly panel?: Pick<JudgePanel, 'judge'> | undefined;
}

/** Returns the same verdict as `gradeAttempt` on the same evidence. */
export async function gradeExamined(
  attemptId: string,
  evidence: Omit<AttemptEvidence, 'calls'>,
  { shown, judged }: ExaminedCalls,
  { panel, ...scorer }: ExaminedGrader,
): Promise<Verdict> {
  const { problem, dialogue } = evidence;
  const judgement =
    judged.by === 'gates'
      ? judged.judgement
      : await panel!.judge({ problem, dialogue, recordedCalls: judged.recordedCalls });
  return await scoreJudged(attemptId, { ...evidence, shown }, judgement, scorer);
}

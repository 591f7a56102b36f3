import type { RowMessage } from '../../chat/schema.ts';
import type { ScriptedStep } from '../../corpus/recorded.ts';
import { NO_LICENCE, type ReleaseRow } from '../../corpus/release.ts';
import type { Problem } from '../../problems/problem.ts';
import type { RecordedRow } from '../rows/corpus-trace.ts';
import type { SftRow } from '../rows/training-row.ts';
import type { Source } from './ablation-arm.ts';
import { type ArmForm, callingRow, spokenRow, type Unfit } from './arm-row.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import type { SuccessfulAttempt } from './successful-attempt.ts';

export interface PoolsOptions {
  /** Problems that may be trained on. Attempts at other problems are left out. */
  readonly problems: readonly Problem[];
  readonly released: readonly ReleaseRow[];
  readonly successes: readonly SuccessfulAttempt[];
  /** Rows written by `corpus rewrite`. */
  readonly rewritten: readonly (RecordedRow & Pick<ReleaseRow, 'attempt' | 'licence'>)[];
  /** First-stage rows of a run, written by `make-teacher-rows`. */
  readonly teacher: readonly SftRow[];
  readonly form: ArmForm;
}

export type Reason = Unfit | 'NOT_TRAINABLE' | 'NO_LICENCE' | 'ATTEMPT_UNKNOWN';

export interface Pool {
  readonly candidates: readonly Candidate[];
  readonly left_out: Readonly<Partial<Record<Reason, number>>>;
}

type Made = readonly (Candidate | Reason)[];

/** All candidate rows, by source. Only the `wanted` sources are built; the others are empty. */
export function candidatePools(options: PoolsOptions, wanted: ReadonlySet<Source>): Readonly<Record<Source, Pool>> {
  const { successes, form } = options;
  const problems = new Map(options.problems.map((problem) => [problem.id, problem]));
  const released = new Map(options.released.map((row) => [row.id, row]));
  const attempts = new Map(successes.map((attempt) => [attempt.id, attempt]));
  // In every arm, one missing licence, of the attempt or of its row, is enough to exclude the attempt.
  const isForbidden = (attempt: SuccessfulAttempt): boolean =>
    [attempt.licence, released.get(attempt.id)?.licence].includes(NO_LICENCE);
  const make =
    (source: Source, rows: (attempt: SuccessfulAttempt, problem: Problem) => readonly (SftRow | Unfit)[]) =>
    (attempt: SuccessfulAttempt): Made => {
      if (isForbidden(attempt)) return ['NO_LICENCE'];
      const problem = problems.get(attempt.problem_id);
      if (problem === undefined) return ['NOT_TRAINABLE'];
      const about = { category: problem.category, program: attempt.agent, source };
      return rows(attempt, problem).map((row) =>
        typeof row === 'string' ? row : candidateOf(row, about, form.counter),
      );
    };
  const spoken = (attempt: SuccessfulAttempt): readonly (SftRow | Unfit)[] =>
    attempt.conversations.map((each, place) =>
      each === undefined
        ? 'NOT_ITS_WORDS'
        : spokenRow(each, { id: `${attempt.id}#${place}`, problem_id: attempt.problem_id }, form),
    );
  const scripted = successes.filter(({ agency }) => agency === 'scripted');
  const sources: Readonly<Record<Source, () => Made>> = {
    filtered: () =>
      successes
        .filter(({ id }) => released.has(id))
        .flatMap(make('filtered', ({ id }) => [callingRow(released.get(id)!, form)])),
    spoken: () => successes.flatMap(make('spoken', spoken)),
    scripted_spoken: () => scripted.flatMap(make('scripted_spoken', spoken)),
    scripted_claimed: () =>
      scripted.flatMap(make('scripted_claimed', (attempt, problem) => [callingRow(claimed(attempt, problem), form)])),
    scripted_rewritten: () =>
      options.rewritten.flatMap((row): Made => {
        const attempt = attempts.get(row.attempt.attempt_id);
        if (attempt === undefined) return ['ATTEMPT_UNKNOWN'];
        if (row.licence === NO_LICENCE) return ['NO_LICENCE'];
        return make('scripted_rewritten', () => [callingRow(row, form)])(attempt);
      }),
    teacher: () =>
      options.teacher.map((row): Candidate | Reason => {
        const problem = problems.get(row.problem_id);
        if (problem === undefined) return 'NOT_TRAINABLE';
        const taught = callingRow(teacherRow(row, problem), form);
        if (typeof taught === 'string') return taught;
        return candidateOf(taught, { category: problem.category, program: 'teacher', source: 'teacher' }, form.counter);
      }),
  };
  return Object.fromEntries(
    Object.entries(sources).map(([source, made]) => [source, poolOf(wanted.has(source as Source) ? made() : [])]),
  ) as Record<Source, Pool>;
}

function poolOf(made: Made): Pool {
  const reasons = made.filter((each) => typeof each === 'string');
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => [reason, all.length]);
  return {
    candidates: made.filter((each) => typeof each !== 'string'),
    left_out: Object.fromEntries(counts.sort()) as Pool['left_out'],
  };
}

/** The program's calls, presented as the model's, without text. */
function claimed({ id, model, simulated, steps }: SuccessfulAttempt, problem: Problem): RecordedRow {
  return {
    id,
    problem_id: problem.id,
    query: problem.query,
    messages: [{ role: 'user', content: problem.query }, ...steps.flatMap(turnOf)],
    outcome: null,
    policy: { name: model, simulated },
  };
}

function turnOf({ call, result }: ScriptedStep): RecordedRow['messages'] {
  return [
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, name: call.function.name, content: result },
  ];
}

/** Restores the tool names of results, which rows on disk do not have. They follow from the calls. */
function teacherRow({ id, messages }: SftRow, problem: Problem): RecordedRow {
  const names = new Map<string, string>();
  for (const message of messages)
    if (message.role === 'assistant')
      for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
  const named = messages.map(
    (message): RowMessage =>
      message.role === 'tool' ? { ...message, name: names.get(message.tool_call_id) ?? '' } : message,
  );
  return {
    id,
    problem_id: problem.id,
    query: problem.query,
    messages: named as RecordedRow['messages'],
    outcome: null,
    policy: { name: 'teacher', simulated: true },
  };
}

import { randomUUID } from 'node:crypto';
import { heldOutName, readOpenings, recordOpening } from '../../evaluation/sealed.ts';
import { bankTraining, type EvaluationSuite, findLeaks, openSuite, requireNoLeak } from '../../evaluation/suites.ts';
import { Fault } from '../../fault/fault.ts';
import { questionOf } from '../../problems/clusters.ts';

export interface SplitChoice {
  /** Suites as accepted by `openSuite`; `null` for none. */
  readonly train: string | null;
  readonly evaluation: string | null;
  /** Suites that the train split must not leak. They are only compared, never served. */
  readonly guarded: readonly string[];
  /** Folder of the bank, for suites that are not a path. */
  readonly bank: string;
  /** Access ledger of held-out suites. */
  readonly ledger: string;
  /** Who opens a held-out suite and what they measure; `null` keeps held-out suites closed. */
  readonly look: { readonly line: string; readonly checkpoint: string; readonly who: string } | null;
}

export interface SplitSuites {
  readonly train: EvaluationSuite | null;
  readonly evaluation: EvaluationSuite | null;
  /** Whether `evaluation` is held out. In that case its opening is in the ledger. */
  readonly isHeldOut: boolean;
}

/**
 * Opens the suites of an environment or throws a fault. Held-out problems are never used for training. They are served
 * for measuring only if the operator names the model, which is recorded as one opening before the first problem is
 * sent. `openSuite` rejects sealed problems of the bank.
 */
export async function openSplitSuites(choice: SplitChoice): Promise<SplitSuites> {
  const { bank } = choice;
  if (choice.train === null && choice.evaluation === null) {
    throw new Fault('USAGE', {
      message: 'There is nothing to serve.',
      remedy: 'Name a suite with --train-suite or --eval-suite.',
    });
  }
  const train = choice.train === null ? null : await openSuite(choice.train, bank);
  const evaluation = choice.evaluation === null ? null : await openSuite(choice.evaluation, bank);
  if (train !== null) await requireTrainable(train, choice);
  const isHeldOut = evaluation !== null && heldOut(evaluation, choice) !== undefined;
  if (isHeldOut && choice.look === null) throw staysClosed(evaluation);
  if (evaluation !== null) {
    const met = isHeldOut ? await bankTraining(bank) : [];
    await requireNoLeak(evaluation, [], [...met, ...(train === null ? [] : [setOf(train)])]);
    if (isHeldOut) await recordHeldOutLook(evaluation, choice);
  }
  return { train, evaluation, isHeldOut };
}

function heldOut({ name, kind, problems }: EvaluationSuite, { ledger }: SplitChoice): string | undefined {
  if (kind === 'heldout') return name;
  const ids = problems.map(({ id }) => id);
  return heldOutName(ids, readOpenings(ledger));
}

async function requireTrainable(train: EvaluationSuite, choice: SplitChoice): Promise<void> {
  const name = heldOut(train, choice);
  if (name !== undefined) {
    throw new Fault('PROBLEM_SEALED', {
      message: `${train.name} holds problems of ${name}, which is held out and may not be trained on.`,
      remedy: 'Name a train suite such as suites/train-300.',
    });
  }
  for (const wanted of choice.guarded) {
    const guarded = await openSuite(wanted, choice.bank);
    const [leak] = findLeaks(guarded.problems, [setOf(train)]);
    if (leak === undefined) continue;
    throw new Fault('PROBLEM_SEALED', {
      message: `${leak.trained} of ${train.name} gives away ${leak.problem} of ${guarded.name} (${leak.reason}).`,
      remedy: 'Serve a train suite that shares no leak cluster with the guarded ones.',
    });
  }
}

async function recordHeldOutLook(suite: EvaluationSuite, { look, ledger }: SplitChoice): Promise<void> {
  await recordOpening({
    ...look!,
    ledger,
    suite,
    problemIds: suite.problems.map(({ id }) => id),
    runId: randomUUID(),
    purpose: 'report',
    plan: null,
    burn: false,
    now: () => new Date(),
  });
}

function staysClosed({ name }: EvaluationSuite): Fault {
  return new Fault('PROBLEM_SEALED', {
    message: `${name} is held out and is not served.`,
    remedy:
      'Serve a dev suite. To measure one checkpoint on it, give --serve-heldout with --experiment and --checkpoint; this use is recorded permanently.',
  });
}

function setOf({ name, problems }: EvaluationSuite) {
  return { name, questions: problems.map(questionOf) };
}

import type { Analysis } from '../admission/analysis.ts';
import type { Arena } from '../arena.ts';
import { codeForm } from '../likeness/code-form.ts';
import { exampleMarks } from '../likeness/example-marks.ts';
import { marksOf } from '../likeness/marks-of.ts';
import { acceptSubmission } from './accept-submission.ts';
import { requireNoCooldown } from './cooldown.ts';
import { refusalFault } from './refusal.ts';
import { refuseSubmission } from './refuse-submission.ts';
import { requireOpen } from './require-open.ts';
import { findStoredAnswer, type StoredAnswer } from './stored-answer.ts';
import { type CheckedSubmission, checkSubmission, type Submission } from './submission.ts';
import type { SubmissionAnswer } from './submission-answer.ts';

export interface SubmissionPorts {
  /** What admission says about a file; nothing of it is run. */
  readonly analyse: (source: Uint8Array) => Promise<Analysis>;
  /** Code that all contestants may build on; it does not count as copied. */
  readonly exampleAgentMarks?: ReadonlySet<number>;
}

/**
 * Takes a contestant's file into the arena, or throws why not. Everything that is cheap to ask comes before the look at
 * the file; what counts comes after it, in one transaction. Asked again under the same key it answers the same, whether
 * the first answer was lost or is still on its way.
 */
export async function submitAgent(
  arena: Arena,
  submission: Submission,
  ports: SubmissionPorts,
): Promise<SubmissionAnswer> {
  const checked = checkSubmission(submission, arena.policy.submissions.maxBytes);
  const receipt = (await findStoredAnswer(arena.database.reader, checked)) ?? (await decide(arena, checked, ports));
  if ('refused' in receipt) throw refusalFault(receipt.refused);
  // A receipt may be older than the choice of a licence and the look for copies.
  const unstated: Pick<SubmissionAnswer, 'licence' | 'licence_is_default' | 'is_duplicate'> = {
    licence: null,
    licence_is_default: false,
    is_duplicate: false,
  };
  return { ...unstated, ...receipt.accepted };
}

async function decide(arena: Arena, submission: CheckedSubmission, ports: SubmissionPorts): Promise<StoredAnswer> {
  const { database, policy, blobs } = arena;
  const now = arena.now();
  await requireOpen(database.reader, { ...policy.submissions, hotkey: submission.hotkey, now });
  await requireNoCooldown(database.reader, submission, now);
  const analysis = await ports.analyse(submission.file);
  if (analysis.verdict === 'rejected') return await refuseSubmission(arena, submission, analysis);
  const marks = marksOf(submission.text, ports.exampleAgentMarks ?? exampleMarks());
  const form = codeForm(submission.text);
  // Before anybody can be told of it. A file that nothing refers to in the end does no harm.
  await blobs.put(submission.file);
  return await acceptSubmission(arena, submission, { analysis, marks, form });
}

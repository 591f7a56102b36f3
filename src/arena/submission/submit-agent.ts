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
  /** Checks a file without running it. */
  readonly analyse: (source: Uint8Array) => Promise<Analysis>;
  /** Code that all contestants may build on; using it is not copying. */
  readonly exampleAgentMarks?: ReadonlySet<number>;
}

/**
 * Accepts a contestant's file, or throws the reason for its rejection. Cheap checks come before the analysis; the
 * changes come after it, in one transaction. A repeated request with the same key gets the same answer, whether the
 * first answer was lost or is still being computed.
 */
export async function submitAgent(
  arena: Arena,
  submission: Submission,
  ports: SubmissionPorts,
): Promise<SubmissionAnswer> {
  const checked = checkSubmission(submission, arena.policy.submissions.maxBytes);
  const receipt = (await findStoredAnswer(arena.database.reader, checked)) ?? (await decide(arena, checked, ports));
  if ('refused' in receipt) throw refusalFault(receipt.refused);
  // A stored answer may predate licences and the search for copies.
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
  // Stored before any record refers to it. A file that is never referred to does no harm.
  await blobs.put(submission.file);
  return await acceptSubmission(arena, submission, { analysis, marks, form });
}

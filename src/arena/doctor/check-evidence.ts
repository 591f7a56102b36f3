import { Fault } from '../../fault/fault.ts';
import { flawsOfEvidence } from '../audit/check-run-completion.ts';
import { type ProblemEvidence, readRunEvidence } from '../audit/run-evidence.ts';
import type { CheckResult, ExaminedArena, Finding } from './finding.ts';

/**
 * Repeats the checks of every scored run's evidence that were made at its completion: that its validator signed it,
 * that receipts follow from each other, and that results and receipts in the database match the signed ones.
 */
export async function checkEvidence(
  arena: ExaminedArena,
  onExamined?: (examined: number) => void,
): Promise<CheckResult> {
  const runs = await arena.database.reader
    .selectFrom('run_evidence')
    .innerJoin('runs', 'runs.run_id', 'run_evidence.run_id')
    .select(['run_evidence.run_id', 'runs.validator_hotkey'])
    .distinct()
    .orderBy('run_evidence.run_id')
    .execute();
  const findings: Finding[] = [];
  for (const [place, { run_id, validator_hotkey }] of runs.entries()) {
    const flaw = await flawOfRun(arena, run_id);
    if (flaw !== undefined) {
      findings.push({
        subject: `run ${run_id}`,
        what: `${flaw} It is not what validator ${validator_hotkey} signed.`,
        fault: 'operator',
        action:
          'The database or the blob store was changed, or they are from different backups. Restore both from one backup, or invalidate the run: `assay admin run invalidate`.',
      });
    }
    onExamined?.(place + 1);
  }
  return { examined: runs.length, findings };
}

async function flawOfRun(arena: ExaminedArena, runId: string): Promise<string | undefined> {
  let found: readonly ProblemEvidence[];
  try {
    found = await readRunEvidence(arena, runId, { gradeAgain: false });
  } catch (error) {
    // Missing or damaged blobs are reported as separate findings.
    if (Fault.isInstance(error) && error.code === 'EVIDENCE_CORRUPT') return undefined;
    throw error;
  }
  const [flaw] = flawsOfEvidence(found);
  if (flaw !== undefined) return flaw.reason;
  const noted = await arena.database.reader
    .selectFrom('run_evidence')
    .select(['problem_id', 'attempt_id', 'receipt_hash'])
    .where('run_id', '=', runId)
    .execute();
  const byProblem = new Map(found.map((each) => [each.problemId, each]));
  for (const { problem_id, attempt_id, receipt_hash } of noted) {
    const evidence = byProblem.get(problem_id);
    if (evidence?.kind !== 'sound') return 'The database no longer names the evidence of a problem.';
    if (evidence.evidence.attemptId === attempt_id && evidence.evidence.receipt.hash === receipt_hash) continue;
    return 'A receipt is not the one that the run was completed with.';
  }
  return undefined;
}

import type { Reader } from '../../store/database.ts';
import { WorkerThread } from '../../thread/worker-thread.ts';
import type { Arena } from '../arena.ts';
import { itemProblems } from '../queue/item-problems.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { EvidenceQuestion, ExaminedEvidence, SoundEvidence } from './examine-evidence.ts';
import type { AuditMarket } from './repeat-searches.ts';

let thread: WorkerThread<EvidenceQuestion, ExaminedEvidence> | undefined;

export type ProblemEvidence = { readonly problemId: string } & (
  | { readonly kind: 'sound'; readonly evidence: SoundEvidence; readonly reported: ReportedOutcome }
  /** Nothing was uploaded for the problem, or no upload was reported as its evidence. */
  | { readonly kind: 'missing' }
  /** It was uploaded but does not match the run. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isForged: boolean }
);

/** What the validator reported for a problem during the run. */
export interface ReportedOutcome {
  readonly score: number | null;
  readonly quality: number | null;
}

export interface EvidenceChecks {
  readonly gradeAgain: boolean;
  /** The market in which the run's searches are repeated. */
  readonly market?: AuditMarket | undefined;
}

/** Reads and examines the evidence of every problem of a run. */
export async function readRunEvidence(
  { database, blobs }: Pick<Arena, 'database' | 'blobs'>,
  runId: string,
  { gradeAgain, market }: EvidenceChecks,
): Promise<readonly ProblemEvidence[]> {
  const { reader } = database;
  const run = await reader
    .selectFrom('runs')
    .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
    .innerJoin('agent_versions', 'agent_versions.agent_version_id', 'runs.agent_version_id')
    .select(['runs.validator_hotkey', 'work_items.work_item_id', 'work_items.set_id', 'agent_versions.code_sha256'])
    .where('runs.run_id', '=', runId)
    .executeTakeFirstOrThrow();
  const problems = await itemProblems(reader, run)
    .select(['problem.source_id', 'problem.record'])
    .orderBy('problem.problem_id')
    .execute();
  const results = await resultsOf(reader, runId);
  const uploads = await uploadsOf(reader, runId);
  const found: ProblemEvidence[] = [];
  for (const { problem_id: problemId, source_id, record } of problems) {
    const result = results.get(problemId);
    const hashOf = (key: unknown): string | undefined => {
      const upload = typeof key === 'string' ? uploads.get(key) : undefined;
      return upload?.problem_id === problemId ? (upload.sha256 ?? undefined) : undefined;
    };
    const hash = hashOf(result?.summary?.evidence_s3_key);
    if (result === undefined || hash === undefined) {
      found.push({ problemId, kind: 'missing' });
      continue;
    }
    const dialogueHash = hashOf(result.logs_key);
    const examined = await examineElsewhere({
      evidence: await blobs.get(hash),
      dialogue: dialogueHash === undefined ? null : await blobs.get(dialogueHash),
      expected: {
        runId,
        validator: run.validator_hotkey,
        agentSha256: run.code_sha256,
        problemId,
        record: { ...record, source_id },
      },
      gradeAgain,
      market,
    });
    const reported = { score: result.score, quality: result.reasoning_score };
    if (examined.ok) found.push({ problemId, kind: 'sound', evidence: examined, reported });
    else found.push({ problemId, kind: 'refused', reason: examined.reason, isForged: examined.isForged });
  }
  return found;
}

async function resultsOf(reader: Reader<ArenaTables>, runId: string) {
  const rows = await reader
    .selectFrom('problem_results')
    .select(['problem_id', 'score', 'reasoning_score', 'summary', 'logs_key'])
    .where('run_id', '=', runId)
    .execute();
  return new Map(rows.map((row) => [row.problem_id, row]));
}

async function uploadsOf(reader: Reader<ArenaTables>, runId: string) {
  const rows = await reader
    .selectFrom('uploads')
    .select(['upload_key', 'problem_id', 'sha256'])
    .where('run_id', '=', runId)
    .where('stored_at', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.upload_key, row]));
}

/** Examines evidence in a worker thread, which starts with the first piece and does not keep the process alive. */
function examineElsewhere(question: EvidenceQuestion): Promise<ExaminedEvidence> {
  if (thread?.isAlive !== true) {
    thread = new WorkerThread(new URL('./evidence-thread.ts', import.meta.url), undefined, { isOptional: true });
  }
  return thread.ask(question);
}

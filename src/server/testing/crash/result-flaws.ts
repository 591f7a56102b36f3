import type { Selectable } from 'kysely';
import type { ArenaTables } from '../../../arena/tables.ts';
import type { ProblemUpdate } from '../../../arena/wire.ts';
import { canonicalJson } from '../../../json/canonical-json.ts';
import type { ArenaReader } from './arena-reader.ts';
import type { ClientKnowledge, KnownProblem } from './client-knowledge.ts';

type ResultRow = Selectable<ArenaTables['problem_results']>;

/** Number of runs whose results are checked together. */
const PAGE = 500;

/** Where the arena's results per problem differ from what was acknowledged, or were never sent. */
export async function resultFlaws(reader: ArenaReader, { runs: knowledge }: ClientKnowledge): Promise<string[]> {
  const flaws: string[] = [];
  const runIds = [...knowledge.keys()];
  for (let start = 0; start < runIds.length; start += PAGE) {
    const page = runIds.slice(start, start + PAGE);
    const rows = await reader.selectFrom('problem_results').selectAll().where('run_id', 'in', page).execute();
    const byRun = Map.groupBy(rows, ({ run_id }) => run_id);
    for (const runId of page) {
      const { problems } = knowledge.get(runId)!;
      const kept = new Map((byRun.get(runId) ?? []).map((row) => [row.problem_id, row]));
      for (const [problemId, known] of problems) {
        const flaw = flawOf(kept.get(problemId), known);
        if (flaw !== undefined) flaws.push(`Run ${runId}, problem ${problemId}: ${flaw}`);
        kept.delete(problemId);
      }
      for (const problemId of kept.keys()) flaws.push(`Run ${runId}, problem ${problemId}: nobody reported it.`);
    }
  }
  const { strangers } = await reader
    .selectFrom('problem_results')
    .select(({ fn }) => fn.countAll<number>().as('strangers'))
    .where('run_id', 'not in', (query) => query.selectFrom('runs').select('run_id'))
    .executeTakeFirstOrThrow();
  if (strangers > 0) flaws.push(`${strangers} results belong to no run.`);
  return flaws;
}

function flawOf(row: ResultRow | undefined, { sent, kept }: KnownProblem): string | undefined {
  if (row === undefined) return kept.begun ? 'it was acknowledged, and is not there.' : undefined;
  const isSettled = row.status !== 'RUNNING';
  if (!isSettled && kept.settled !== undefined) return 'it was acknowledged as done, and is not.';
  if (isSettled && (sent.settled === undefined || partsOf(row) !== partsOf(sent.settled))) {
    return `it is ${partsOf(row)}, which nobody sent.`;
  }
  if (kept.hasLog && row.logs_key === null) return 'its log was acknowledged, and is not there.';
  if (row.logs_key !== null && !sent.logKeys.has(row.logs_key)) return 'it has a log that nobody sent.';
  return undefined;
}

function partsOf(of: ResultRow | ProblemUpdate): string {
  const { status, score, reasoning_score, inference_failure_count, inference_total, execution_time } = of;
  const summary = 'summary' in of ? of.summary : (of as ProblemUpdate).score_components_summary;
  return canonicalJson([
    status,
    score ?? null,
    reasoning_score ?? null,
    inference_failure_count ?? null,
    inference_total ?? null,
    execution_time ?? null,
    (summary ?? null) as never,
  ]);
}

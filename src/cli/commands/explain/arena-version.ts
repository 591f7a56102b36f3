import {
  type ValidatorResultWire,
  type VersionProblemsWire,
  versionProbesSchema,
  versionProblemsSchema,
} from '../../../board/wire.ts';
import { versionAnswerSchema } from '../../../client/licence-answers.ts';
import { counted } from '../../../text/counted.ts';
import type { ArenaReader } from '../../arena/arena-reader.ts';
import { arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { ownStatus } from '../../arena/own-status.ts';
import { printProbeCounts } from '../../output/print-probes.ts';
import { printVersion } from '../../output/print-version.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { type ArenaAttempt, readArenaAttempt } from './arena-attempt.ts';
import { printArenaAttempt } from './print-arena-attempt.ts';

const MOST_PROBLEMS = 500;
const MOST_REPORTS = 100;
const MOST_ROWS = 100;
const WIDE_CELL = 200;
const ID_DIGITS = 8;

type Row = VersionProblemsWire['problems'][number];

interface FailedProblem extends Row {
  readonly failed: readonly ValidatorResultWire[];
}

/**
 * Why a version failed: its status with failures by code, a line for each failed problem, and details for some of them.
 */
export async function explainVersion(
  reader: ArenaReader,
  versionId: string,
  { limit }: { readonly limit: number },
  terminal: Terminal,
): Promise<void> {
  const path = `/v1/public/agent-versions/${versionId}`;
  const seen = await askArena(reader.open, { path: `${path}/status`, answer: versionAnswerSchema });
  const arena = await reader.for(seen.miner_hotkey, 'why its attempts failed: exceptions, lines of your file, logs');
  const signed = arena.hotkey !== undefined;
  const isOwn = seen.miner_hotkey === arena.hotkey?.address;
  const status = isOwn ? await ownStatus(arena, seen, terminal) : seen;
  const query = { limit: MOST_PROBLEMS };
  const { problems } = await askArena(arena, {
    path: `${path}/problems`,
    query,
    answer: versionProblemsSchema,
    signed,
  });
  const probes = await askArena(arena, {
    path: `${path}/probes`,
    query: { limit: MOST_REPORTS },
    answer: versionProbesSchema,
    signed,
  });
  printVersion(status, { now: (await arenaTime(arena)).now, arenaUrl: arena.url }, terminal);
  printProbeCounts(probes.reports, terminal);
  const failed = problems.flatMap(failedIn);
  printFailedProblems(failed, terminal);
  printHidden(problems, terminal);
  const attempts: ArenaAttempt[] = [];
  for (const { problem_id, failed: results } of failed.slice(0, limit)) {
    const attempt = await readArenaAttempt(arena, { runId: results[0]!.eval_run_id, problemId: problem_id });
    attempts.push(attempt);
    terminal.print();
    printArenaAttempt(attempt, arena.url, terminal);
  }
  if (failed.length > limit) {
    terminal.print(
      `\n${counted(failed.length - limit, 'more failed problem')}; --limit ${failed.length} shows all of them.`,
    );
  }
  const shown = attempts.map(({ page, evidence, flaw }) => ({ page, verdict: evidence?.verdict ?? null, flaw }));
  terminal.report({ ...status, problems, probes: probes.reports, attempts: shown });
}

function failedIn(row: Row): FailedProblem[] {
  const failed = row.validator_results.filter(({ failure }) => failure !== null);
  return failed.length === 0 ? [] : [{ ...row, failed }];
}

function printFailedProblems(failed: readonly FailedProblem[], terminal: Terminal): void {
  if (failed.length === 0) return;
  const rows = failed
    .slice(0, MOST_ROWS)
    .map(({ problem_id, category, validator_results: results, failed: failures }) => [
      problem_id.slice(0, ID_DIGITS),
      category,
      `${failures.length} of ${results.length}`,
      whyOf(failures[0]!),
      failures[0]!.reasoning_score ?? '–',
      attemptOf(failures[0]!),
    ]);
  terminal.print(`\n${table(['problem', 'kind', 'failed runs', 'why', 'judged', 'attempt'], rows, WIDE_CELL)}`);
  if (failed.length > MOST_ROWS) terminal.print(`… and ${failed.length - MOST_ROWS} more.`);
}

function whyOf({ failure, score_components: words }: ValidatorResultWire): string {
  const text = words?.fault_message ?? words?.failure;
  return typeof text === 'string' ? text : failure!.reason;
}

function attemptOf({ score_components: words }: ValidatorResultWire): string {
  const id = words?.attempt_id;
  return typeof id === 'string' ? id.slice(0, ID_DIGITS) : '–';
}

/** Race problems that may be drawn again show no individual results, not even to the owner. */
function printHidden(problems: readonly Row[], terminal: Terminal): void {
  const hidden = problems.filter(({ results_shown: shown }) => shown === 'totals').length;
  if (hidden === 0) return;
  terminal.print(`\n${counted(hidden, 'race problem')} may be drawn again: only the totals of each run are shown.`);
}

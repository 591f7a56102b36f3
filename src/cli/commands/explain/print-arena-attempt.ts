import { refusedModelCalls } from '../../../attempt/refused-models.ts';
import { verdictSchema } from '../../../verdict/verdict.ts';
import { attemptPageOf } from '../../arena/page-links.ts';
import { shortHotkey } from '../../output/format-hotkey.ts';
import { oneLine } from '../../output/format-line.ts';
import { printRefusedModels } from '../../output/print-outcomes.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import type { ArenaAttempt } from './arena-attempt.ts';
import { printWantedAndGot } from './print-wanted.ts';
import { quoted } from './show-attempt.ts';

const WIDE_CELL = 300;

/**
 * Prints what an arena shows about an attempt in a few lines: why it failed, what was wanted, judge, agency, filter,
 * page.
 */
export function printArenaAttempt({ page, evidence, flaw }: ArenaAttempt, arenaUrl: string, terminal: Terminal): void {
  terminal.print(table(['problem', page.problem_id], factRows({ page, evidence, flaw }, arenaUrl), WIDE_CELL));
  const fault = evidence?.attempt.fault ?? null;
  if (fault !== null) terminal.print(`\nfault message:\n${quoted(fault.message)}`);
  if (evidence === null) return;
  printRefusedModels([...refusedModelCalls(evidence.calls)], terminal);
  const verdict = verdictSchema.safeParse(evidence.verdict);
  if (fault !== null || !verdict.success) return;
  printWantedAndGot(verdict.data.rules, page.problem.asked ?? 'hidden', evidence.calls, terminal);
}

/** What the arena adds to the evidence: question, result, judge, agency, filter, page. */
export function factRows({ page, evidence, flaw }: ArenaAttempt, arenaUrl: string): [what: string, value: string][] {
  const { problem, result, agency, filter } = page;
  const words = result?.score_components ?? {};
  const text = (name: string) => (typeof words[name] === 'string' ? oneLine(words[name]) : null);
  const rows: [string, string | null][] = [
    ['question', problem.query === null ? null : oneLine(problem.query)],
    ['kind', `${problem.category}, ${problem.difficulty}`],
    ['run', `${page.eval_run_id} by ${shortHotkey(page.validator_hotkey)}, ${phaseOf(page)}`],
    ['attempt', text('attempt_id')],
    ['result', result === null ? 'none that may be shown' : `${result.status}, score ${result.score ?? '–'}`],
    ['why', text('failure')],
    ['judge', judgeText(result?.reasoning_score ?? null, text('reasoning_explanation'))],
    ['agency', agency === null ? null : `${agency.verdict}: ${oneLine(agency.because)}`],
    ['corpus filter', filter === null ? null : filter.accepted ? 'accepted' : filter.reasons.map(oneLine).join('; ')],
    ['evidence', evidence === null ? flaw : 'verified against its receipt'],
    ['page', attemptPageOf(arenaUrl, page.eval_run_id, page.problem_id)],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}

function phaseOf({ phase, race_number }: ArenaAttempt['page']): string {
  return race_number === null ? phase.toLowerCase() : `race ${race_number}`;
}

function judgeText(quality: number | null, explanation: string | null): string | null {
  if (quality === null && explanation === null) return null;
  const graded = quality === null ? 'not judged' : `${quality} before the cap by who decides`;
  return `${graded}${explanation === null ? '' : `: ${explanation}`}`;
}

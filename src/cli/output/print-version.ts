import { agencyScoreText, decisionWords, NOT_PROBED, promptWords } from '../../board/agency-words.ts';
import { excuseWords } from '../../board/excuse-words.ts';
import { twinSentence } from '../../board/twin-words.ts';
import type { VersionPhase } from '../../board/wire.ts';
import { LICENCE_NOT_TOLD, type OwnVersionAnswer, type VersionAnswer } from '../../client/licence-answers.ts';
import { counted } from '../../text/counted.ts';
import { capWords } from '../../verdict/judge.ts';
import { versionPage } from '../arena/page-links.ts';
import { shortHotkey } from './format-hotkey.ts';
import { placeText } from './format-queue.ts';
import { intervalText, qualifyingText, scoreText } from './format-score.ts';
import { durationText, timestampText, whenText } from './format-time.ts';
import { withGivenOptions } from './given-options.ts';
import { printFindings } from './print-findings.ts';
import { printOutcomes } from './print-outcomes.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Wide enough for reasons in one line. */
const WIDE_CELL = 200;

const PHASES: Readonly<Record<VersionPhase, string>> = {
  EVALUATION: 'being evaluated',
  RETIRED: 'scored on a suite that no longer counts',
  BELOW_THRESHOLD: 'scored, below what qualifies for a race',
  OUTRANKED: 'qualifies, and another version of the same contestant races',
  QUALIFIED: 'qualifies for the next race',
  RACING: 'racing now',
  TOP: 'champion',
  ELIMINATED: 'kept out of races',
  DISCARDED: 'removed from the leaderboard',
  CANCELLED: 'ended without a score',
  BANNED: 'its contestant is banned',
};

/** Prints the status of a version; for its owner also its failures and their owners. */
export function printVersion(
  status: VersionAnswer | OwnVersionAnswer,
  { now, arenaUrl }: { readonly now: number; readonly arenaUrl: string },
  terminal: Terminal,
): void {
  const head = [`${status.agent_name}, version ${status.version_number}`, status.agent_version_id];
  const own = 'failures' in status ? status : undefined;
  const page: [string, string] = ['page', versionPage(arenaUrl, status.agent_version_id)];
  const rows = [...standing(status, now), ...(own === undefined ? [] : costRows(own)), page];
  terminal.print(table(head, rows, WIDE_CELL));
  if (own === undefined) return;
  if (own.attempts !== undefined) printOutcomes(own.attempts, terminal);
  if (own.failures.length > 0) {
    terminal.print(`\n${counted(own.failures.length, 'run')} ended without a score:\n\n${failureTable(own.failures)}`);
  }
  if (own.findings.length > 0) terminal.print('\nFindings when it was submitted:\n');
  printFindings(own.findings, 0, terminal);
}

/** Prints the command that shows failed attempts one by one, if there are any. */
export function printHowToExplain(status: VersionAnswer | OwnVersionAnswer, terminal: Terminal): void {
  const own = 'failures' in status ? status : undefined;
  if ((own?.attempts?.failed ?? 0) === 0) return;
  terminal.print(withGivenOptions(`\nProblem by problem: \`assay explain ${status.agent_version_id.slice(0, 8)}\``));
}

function standing(status: VersionAnswer, now: number): [what: string, value: string][] {
  const { phase, race_score: raced, qualifying_threshold: threshold, removal_reason: removed } = status;
  const { code_available_at: available, release_state: release, licence } = status;
  const rows: [string, string | false][] = [
    ['state', status.state],
    ['phase', `${phase}: ${PHASES[phase]}`],
    ['contestant', status.miner_hotkey],
    ['submitted', whenText(status.submitted_at, now)],
    ['score', scoreLine(status)],
    ['race score', raced !== null && scoreText(raced)],
    ['twins', status.twins !== undefined && status.twins.state !== 'not_compared' && twinSentence(status.twins)],
    ...agencyRows(status),
    ['excuses', status.excuses !== undefined && status.excuses.runs > 0 && excuseWords(status.excuses)],
    ['to qualify', threshold !== null && qualifyingText(threshold)],
    ['queue', status.queue.position !== null && placeText(status.queue, now)],
    ['why', status.queue.reason],
    ['removed', removed ?? false],
    ['outranked by', status.outranked_by_agent_version_id ?? false],
    [
      'code',
      release === 'RELEASED' ? 'public' : available === null ? 'private' : `private until ${timestampText(available)}`,
    ],
    ['licence', licenceText(licence)],
    ['corpus', status.corpus_withdrawn_at != null && `withdrawn ${whenText(status.corpus_withdrawn_at, now)}`],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== false);
}

/** Who decides in the version; empty if the arena does not report it. */
function agencyRows({ agency }: VersionAnswer): [what: string, value: string | false][] {
  if (agency === undefined) return [];
  const reasoning: [string, string] = ['reasoning grade', capWords(agency.decisions)];
  if (agency.reports === 0) return [['who decides', NOT_PROBED], reasoning];
  return [
    ['agency', agencyScoreText(agency) ?? false],
    ['prompts', promptWords(agency) ?? false],
    ...decisionWords(agency).map(({ name, decides, followed }): [string, string] => [
      name.toLowerCase(),
      followed === null ? decides : `${decides}: ${followed}`,
    ]),
    reasoning,
  ];
}

function licenceText(licence: VersionAnswer['licence']): string {
  if (licence === undefined) return LICENCE_NOT_TOLD;
  if (licence === null) return 'not stated';
  return licence === 'none' ? 'none: its attempts stay out of releases' : licence;
}

function scoreLine(status: VersionAnswer): string {
  const { final_score: score, score_interval: interval, success_count: done, required_successes: required } = status;
  if (score !== null) {
    return `${scoreText(score)}, 95 %: ${intervalText(interval)}, of ${counted(done, 'run')}`;
  }
  const active = status.active_count === 0 ? '' : `, ${status.active_count} under way`;
  return `none yet; ${done} of ${counted(required, 'run')} done${active}`;
}

function costRows({ cost, is_flagged }: OwnVersionAnswer): [what: string, value: string][] {
  const failed = cost.failed_inference_calls === 0 ? '' : ` (${cost.failed_inference_calls} failed)`;
  const used = `${counted(cost.runs, 'run')}, ${counted(cost.inference_calls, 'model call')}${failed}, ${durationText(cost.execution_seconds)}`;
  const flagged: [string, string] = ['flagged', 'the operator will review it; it runs like any other meanwhile'];
  return [...(cost.runs === 0 ? [] : [['used so far', used] as [string, string]]), ...(is_flagged ? [flagged] : [])];
}

/** Only failures owned by the agent cost its contestant anything. */
function failureTable(failures: OwnVersionAnswer['failures']): string {
  const rows = failures.map((failure) => [
    failure.completed_at === null ? '–' : timestampText(failure.completed_at),
    failure.race_number === null ? failure.phase : `${failure.phase} ${failure.race_number}`,
    shortHotkey(failure.validator_hotkey),
    failure.status,
    failure.failure_owner ?? '–',
    failure.failure_reason ?? '–',
  ]);
  return table(['failed', 'phase', 'validator', 'status', 'owner', 'reason'], rows, WIDE_CELL);
}

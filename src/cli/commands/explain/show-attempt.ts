import type { Attempt } from '../../../attempt/attempt.ts';
import { describeCall } from '../../../attempt/describe-call.ts';
import { faultLocation } from '../../../attempt/fault-location.ts';
import type { AttemptStore, Receipt } from '../../../attempt/record.ts';
import { refusedModelCalls } from '../../../attempt/refused-models.ts';
import { ruleOf } from '../../../attempt/run.ts';
import type { Call } from '../../../gateway/calls.ts';
import { comparabilityNote } from '../../../problems/satisfy.ts';
import type { BlobReference } from '../../../store/blobs.ts';
import { counted } from '../../../text/counted.ts';
import type { RuleVerdict, Verdict } from '../../../verdict/verdict.ts';
import { verdictSchema } from '../../../verdict/verdict.ts';
import type { Wanted } from '../../../verdict/wanted-and-got.ts';
import { NOT_SHOWN } from '../../../verdict/why-failed.ts';
import { plainText } from '../../output/plain-text.ts';
import { printRefusedModels } from '../../output/print-outcomes.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { estimateNote } from './estimate-note.ts';
import { confirmationNote, failedCallRows, repeatNote } from './failed-call-note.ts';
import { printWantedAndGot } from './print-wanted.ts';

/** Limits for the output of an agent: its last lines, as many as fit on a screen. */
const TAIL_LINES = 20;
const TAIL_BYTES = 4 * 1024;
/** Wide enough for all scores in one line. */
const WIDE_CELL = 170;

/** Everything recorded about an attempt, from a local folder or from an arena. */
export interface ShownAttempt {
  readonly attempt: Attempt;
  readonly receipt: Receipt | undefined;
  /** As stored; may not parse if a newer program wrote it. */
  readonly verdict: unknown;
  readonly calls: readonly Call[];
  /** What the problem asked for, if known. */
  readonly wanted: Wanted | undefined;
}

/** Prints facts, fault, scores, what was wanted and what was recommended, and every call. */
export function printAttempt({ attempt, receipt, verdict, calls, wanted }: ShownAttempt, terminal: Terminal): void {
  terminal.print(table(['attempt', attempt.attempt_id], summary(attempt, receipt, calls)));
  if (attempt.fault !== null) terminal.print(`\nfault message:\n${quoted(attempt.fault.message)}`);
  const events = attempt.rules?.events ?? [];
  if (events.length > 0) terminal.print(`\n${ruleTable(events)}`);
  printRefusedModels([...refusedModelCalls(calls)], terminal);
  const parsed = verdictSchema.safeParse(verdict);
  if (parsed.success) {
    terminal.print(`\n${verdictTable(parsed.data)}`);
    if (attempt.fault === null && wanted !== undefined) printWantedAndGot(parsed.data.rules, wanted, calls, terminal);
  }
}

/** Prints every call in a line, and the failures of model calls. */
export function printCalls(calls: readonly Call[], terminal: Terminal): void {
  if (calls.length > 0) terminal.print(`\n${callTable(calls)}`);
  const trouble = failedCallRows(calls).map((row) =>
    row.map((cell) => (typeof cell === 'string' ? plainText(cell) : cell)),
  );
  if (trouble.length > 0)
    terminal.print(`\n${table(['call', 'tries', 'waited', 'owner', 'trouble'], trouble, WIDE_CELL)}`);
}

function summary(
  attempt: Attempt,
  receipt: Receipt | undefined,
  calls: readonly Call[],
): [what: string, value: string][] {
  const { agent, sandbox, ending, fault, usage } = attempt;
  const sampled = usage.exact ? '' : ' (sampled)';
  return [
    ['run', attempt.run_id + (receipt === undefined ? '' : `, number ${receipt.sequence}`)],
    ['problem', attempt.problem_id],
    ['agent', agent.name],
    ['agent sha256', agent.sha256],
    ['model offered', attempt.model + (attempt.simulated ? ' (simulated)' : '')],
    ['models that answered', describeModels(attempt)],
    ['validator', attempt.validator],
    ['sandbox', `${sandbox.driver}, tier ${sandbox.tier}, Python ${sandbox.python}, ${sandbox.architecture}`],
    ['isolation', sandbox.isolation === 'full' ? 'full' : 'NONE: not isolated, so it cannot be graded'],
    ['started', attempt.started_at],
    ['finished', attempt.finished_at],
    ['ended', ending === null ? 'the agent never ran' : describeEnding(ending)],
    [
      'fault',
      fault === null
        ? 'none'
        : `${fault.code} (${fault.number}), owned by the ${fault.owner}${confirmationNote(fault)}`,
    ],
    ...placeRows(fault),
    ['repeats', repeatNote(attempt) || 'none: it is the first attempt at this problem'],
    ['time', `${seconds(usage.wall_ms)}, of the processor ${seconds(usage.cpu_ms)}${sampled}${waited(usage)}`],
    ['memory', `${(usage.peak_memory_bytes / 1024 ** 2).toFixed(1)} MiB at its peak${sampled}`],
    ['calls', describeCounts(usage.calls)],
    ['rules', describeRules(attempt.rules)],
    ...eventRows(attempt.rules),
    ['tokens', `${usage.prompt_tokens} prompt, ${usage.completion_tokens} completion${estimateNote(calls)}`],
    ['spend', `$${(usage.spend_microdollars / 1e6).toFixed(6)}`],
  ];
}

function placeRows(fault: Attempt['fault']): [what: string, value: string][] {
  const { exception, line } = faultLocation(fault?.message ?? '');
  return [
    ...(exception === null ? [] : [['exception', exception] as [string, string]]),
    ...(line === null ? [] : [['line of the agent', String(line)] as [string, string]]),
  ];
}

function describeModels({ models, usage }: Attempt): string {
  if (models === undefined) return usage.calls.inference === 0 ? 'none' : 'not recorded';
  const said = models.map(
    ({ model, unnamed, endpoint, simulated, completions }) =>
      `${model} (${simulated ? 'simulated' : endpoint}${unnamed ? ', model not named' : ''}), ${counted(completions, 'completion')}`,
  );
  return said.length === 0 ? 'none' : said.join('; ');
}

function describeRules(rules: Attempt['rules']): string {
  if (rules === undefined) return 'not applied';
  const missing = rules.tampered === true ? '; the report is INCOMPLETE' : '';
  return `${rules.refused} refused, ${rules.noted} noted, as the agent's own process reported it${missing}`;
}

/** What the agent's file imported, and how often it or a library did something that the rules look at. */
function eventRows({ counts = {}, modules = [] }: Partial<NonNullable<Attempt['rules']>> = {}): [string, string][] {
  const happened = Object.entries(counts).filter(([, count]) => count > 0);
  const rows: [string, string][] = [];
  if (modules.length > 0) rows.push(['', plainText(`imports ${modules.join(', ')}`)]);
  if (happened.length > 0) rows.push(['', `events ${happened.map(([kind, count]) => `${kind} ${count}`).join(', ')}`]);
  return rows;
}

function ruleTable(events: NonNullable<Attempt['rules']>['events']): string {
  const rows = events.map(({ event, detail, line, refused }): [string, string] => [
    line === null ? '' : `line ${line}`,
    `${refused ? 'refused' : 'noted'} (${ruleOf(event)}): ${event} ${plainText(detail)}`.trimEnd(),
  ]);
  return table(['rules', ''], rows);
}

function describeEnding(ending: NonNullable<Attempt['ending']>): string {
  if (ending.kind === 'finished') return `finished, exit code ${ending.exit_code}`;
  return ending.kind === 'crashed' ? `crashed, ${ending.signal}` : ending.kind;
}

function describeCounts(counts: Readonly<Record<string, number>>): string {
  const made = Object.entries(counts).filter(([, count]) => count > 0);
  return made.length === 0 ? 'none' : made.map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** Retries of model calls stop the agent's clock. */
function waited({ waited_ms: milliseconds = 0 }: Attempt['usage']): string {
  return milliseconds === 0 ? '' : `; its clock was stopped for ${seconds(milliseconds)}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** Who decides is measured for a version, so the record of one attempt does not show it. */
const BEFORE_CAP =
  'before the cap by who decides, which this attempt does not show: see `assay try --probe` or `assay explain VERSION`';

function verdictTable({ rules, benchmark, judgement }: Verdict): string {
  const scored = ({ success, scores, flags }: RuleVerdict) =>
    `${success ? 'success' : 'no success'}: ${Object.entries(scores)
      .map(([name, score]) => `${name} ${score.toFixed(2)}`)
      .join(', ')}${flags.length === 0 ? '' : `; ${flags.join(', ')}`}`;
  const quotes = judgement.evidence.map(({ gate, call, start, end, quote }) => [
    `gate ${gate}`,
    `call ${call}, characters ${start} to ${end}: "${quote}"`,
  ]);
  return table(
    ['verdict', ''],
    [
      ['recommended', rules.recommended.join(', ') || 'nothing'],
      [`${rules.rule_set} ${rules.rule_set_version}`, scored(rules)],
      ...(rules.not_shown === undefined ? [] : [['', `${rules.not_shown.join(', ')}: ${NOT_SHOWN}`]]),
      [`${benchmark.rule_set} ${benchmark.rule_set_version}`, scored(benchmark)],
      ['titles', titlesText(rules, benchmark)],
      ['', comparabilityNote(rules.titles?.measure ?? 'lexical') ?? ''],
      [
        `judge ${judgement.judge} ${judgement.judge_version}`,
        `${judgement.quality ?? 'unjudged'}: ${judgement.explanation}`,
      ],
      ...(judgement.quality === null ? [] : [['', BEFORE_CAP]]),
      ...quotes,
    ],
    WIDE_CELL,
  );
}

/** Verdicts of version 1 do not state the measure; it was lexical. */
function titlesText({ titles }: RuleVerdict, benchmark: RuleVerdict): string {
  const measure = titles?.measure ?? 'lexical';
  const thresholds =
    titles === undefined ? '' : ` from ${titles.threshold}, benchmark from ${benchmark.titles?.threshold}`;
  return `compared by ${measure}${thresholds}`;
}

function callTable(calls: readonly Call[]): string {
  const rows = calls.map((call) => {
    const { asked, answered } = describeCall(call);
    const tokens = call.usage === null ? '' : `${call.usage.prompt_tokens}+${call.usage.completion_tokens}`;
    const kind = call.replayed === undefined ? call.kind : `${call.kind}, replayed`;
    return [call.sequence, kind, asked, call.status, answered, tokens];
  });
  return table(['call', 'kind', 'asked', 'status', 'answered', 'tokens'], rows);
}

/** The last lines that an agent printed, quoted; empty when it printed nothing. */
export async function tailOf(store: AttemptStore, reference: BlobReference): Promise<string> {
  const found = await store.blobs.inspect(reference.sha256, reference.bytes);
  if (found === undefined || found.bytes.length === 0) return '';
  const text = Buffer.from(found.bytes.subarray(-TAIL_BYTES)).toString('utf8').trimEnd();
  const lines = text.split('\n');
  const shown = lines.slice(-TAIL_LINES);
  const cut = found.bytes.length > TAIL_BYTES || lines.length > shown.length ? ['…'] : [];
  return quoted([...cut, ...shown].join('\n'));
}

/** Prefixes each line with a bar, so that an agent's text cannot look like ours. */
export function quoted(text: string): string {
  const lines = plainText(text.replaceAll('\r\n', '\n')).split('\n');
  return lines.map((line) => `  │ ${line}`).join('\n');
}

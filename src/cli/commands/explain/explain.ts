import { Command } from 'commander';
import type { Attempt } from '../../../attempt/attempt.ts';
import { describeCall } from '../../../attempt/describe-call.ts';
import { AttemptStore, type Receipt } from '../../../attempt/record.ts';
import { type VerifiedAttempt, verifyAttempt } from '../../../attempt/verify-attempt.ts';
import { attemptOfRow } from '../../../corpus/rewrite.ts';
import type { Call } from '../../../gateway/calls.ts';
import { comparabilityNote } from '../../../problems/satisfy.ts';
import type { BlobReference } from '../../../store/blobs.ts';
import { counted } from '../../../text/counted.ts';
import { type Correction, readCorrections } from '../../../verdict/rescore.ts';
import type { RuleVerdict, Verdict } from '../../../verdict/verdict.ts';
import { verdictSchema } from '../../../verdict/verdict.ts';
import { collect } from '../../options.ts';
import { plainText } from '../../output/plain-text.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { dataOption } from '../../shared-options.ts';
import { findInCorpora, sayCorpora } from './corpora.ts';
import { estimateNote } from './estimate-note.ts';

interface Options {
  readonly data: string;
  readonly corpus: readonly string[];
  readonly json?: boolean;
}

/** Of what an agent printed: its last lines, and no more of them than fit a screen. */
const TAIL_LINES = 20;
const TAIL_BYTES = 4 * 1024;
/** Scores stand in one line. */
const WIDE_CELL = 170;

export function explainCommand(): Command {
  return new Command('explain')
    .argument('<attempt>', 'id of the attempt or of its row in a corpus, or its first digits')
    .addOption(dataOption('folder of the attempts'))
    .option('--corpus <dir>', 'release or filtered corpus to look for it in; repeatable', collect, [])
    .action(async (prefix: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const store = new AttemptStore(options.data);
      const verified = await verifyAttempt(store, store.find(attemptOfRow(prefix)));
      const corpora = await findInCorpora(options.corpus, verified.id);
      const { attempt, receipt, calls } = verified;
      // Throws when one of them is not what the validator signed.
      const corrections = receipt === undefined ? [] : readCorrections(options.data, verified.id, receipt.hotkey);
      if (attempt !== undefined) {
        terminal.say(table(['attempt', verified.id], summary(attempt, receipt, calls)));
        if (attempt.fault !== null) terminal.say(`\nfault, in its own words:\n${quoted(attempt.fault.message)}`);
        const verdict = verdictSchema.safeParse(verified.verdict);
        if (verdict.success) terminal.say(`\n${verdictTable(verdict.data)}`);
        for (const correction of corrections) terminal.say(`\n${correctionText(correction)}`);
        if (calls.length > 0) terminal.say(`\n${callTable(calls)}`);
        for (const name of ['stdout', 'stderr'] as const) {
          const tail = await tailOf(store, attempt.blobs[name]);
          if (tail !== '') terminal.say(`\n${name}, as the agent wrote it:\n${tail}`);
        }
        terminal.say();
      }
      sayChecks(terminal, verified);
      sayCorpora(terminal, corpora);
      terminal.report({ ...document(verified), corrections, ...(corpora.length > 0 && { corpora }) });
      process.exitCode = verified.verified ? 0 : 1;
    });
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
    ['isolation', sandbox.isolation === 'full' ? 'full' : 'NONE: this result says nothing and cannot be graded'],
    ['started', attempt.started_at],
    ['finished', attempt.finished_at],
    ['ended', ending === null ? 'the agent never ran' : describeEnding(ending)],
    ['fault', fault === null ? 'none' : `${fault.code} (${fault.number}), owned by the ${fault.owner}`],
    ['time', `${seconds(usage.wall_ms)}, of the processor ${seconds(usage.cpu_ms)}${sampled}`],
    ['memory', `${(usage.peak_memory_bytes / 1024 ** 2).toFixed(1)} MiB at its peak${sampled}`],
    ['calls', describeCounts(usage.calls)],
    ['tokens', `${usage.prompt_tokens} prompt, ${usage.completion_tokens} completion${estimateNote(calls)}`],
    ['spend', `$${(usage.spend_microdollars / 1e6).toFixed(6)}`],
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

function describeEnding(ending: NonNullable<Attempt['ending']>): string {
  if (ending.kind === 'finished') return `finished, exit code ${ending.exit_code}`;
  return ending.kind === 'crashed' ? `crashed, ${ending.signal}` : ending.kind;
}

function describeCounts(counts: Readonly<Record<string, number>>): string {
  const made = Object.entries(counts).filter(([, count]) => count > 0);
  return made.length === 0 ? 'none' : made.map(([kind, count]) => `${count} ${kind}`).join(', ');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

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
      [`${benchmark.rule_set} ${benchmark.rule_set_version}`, scored(benchmark)],
      ['titles', titlesText(rules, benchmark)],
      ['', comparabilityNote(rules.titles?.measure ?? 'lexical') ?? ''],
      [
        `judge ${judgement.judge} ${judgement.judge_version}`,
        `${judgement.quality ?? 'unjudged'}: ${judgement.explanation}`,
      ],
      ...quotes,
    ],
    WIDE_CELL,
  );
}

/** Verdicts of version 1 name no measure; it was the lexical one. */
function titlesText({ titles }: RuleVerdict, benchmark: RuleVerdict): string {
  const measure = titles?.measure ?? 'lexical';
  const thresholds =
    titles === undefined ? '' : ` from ${titles.threshold}, benchmark from ${benchmark.titles?.threshold}`;
  return `compared by ${measure}${thresholds}`;
}

function correctionText({ sequence, time, reason, before, verdict }: Correction): string {
  const outcome = (success: boolean) => (success ? 'success' : 'no success');
  return plainText(
    `Correction ${sequence}, signed ${time}: the answer key was wrong (${reason}).\n` +
      `  ${outcome(before.success)}, rule ${before.scores.rule.toFixed(2)} → ${outcome(verdict.rules.success)}, rule ${verdict.rules.scores.rule.toFixed(2)}`,
  );
}

function callTable(calls: readonly Call[]): string {
  const rows = calls.map((call) => {
    const { asked, answered } = describeCall(call);
    const tokens = call.usage === null ? '' : `${call.usage.prompt_tokens}+${call.usage.completion_tokens}`;
    return [call.sequence, call.kind, asked, call.status, answered, tokens];
  });
  return table(['call', 'kind', 'asked', 'status', 'answered', 'tokens'], rows);
}

async function tailOf(store: AttemptStore, reference: BlobReference): Promise<string> {
  const found = await store.blobs.inspect(reference.sha256, reference.bytes);
  if (found === undefined || found.bytes.length === 0) return '';
  const text = Buffer.from(found.bytes.subarray(-TAIL_BYTES)).toString('utf8').trimEnd();
  const lines = text.split('\n');
  const shown = lines.slice(-TAIL_LINES);
  const cut = found.bytes.length > TAIL_BYTES || lines.length > shown.length ? ['…'] : [];
  return quoted([...cut, ...shown].join('\n'));
}

/** Each line behind a bar, so that nothing an agent wrote can pass for something we say. */
function quoted(text: string): string {
  const lines = plainText(text.replaceAll('\r\n', '\n')).split('\n');
  return lines.map((line) => `  │ ${line}`).join('\n');
}

function sayChecks(terminal: Terminal, { checks, verified }: VerifiedAttempt): void {
  terminal.say(
    table(
      ['check', '', 'seen'],
      checks.map(({ what, ok, detail }) => [what, ok ? 'ok' : 'DIFFERS', ok ? detail : 'see below']),
    ),
  );
  const differing = checks.filter((check) => !check.ok);
  if (differing.length > 0) terminal.say();
  for (const { what, where, detail } of differing) terminal.say(plainText(`${where}\n  ${what}: ${detail}`));
  terminal.say(verified ? '\nVerified: every byte is as it was signed.' : '\nNot verified.');
}

function document({ id, verified, checks, attempt, receipt, verdict, calls }: VerifiedAttempt): object {
  const lines = calls.map((call) => {
    const { sequence, time, kind, status, duration_ms, usage, price_microdollars, fault } = call;
    return { sequence, time, kind, ...describeCall(call), status, duration_ms, usage, price_microdollars, fault };
  });
  const records = { attempt: attempt ?? null, receipt: receipt ?? null, verdict: verdict ?? null };
  return { attempt_id: id, verified, checks, ...records, calls: lines };
}

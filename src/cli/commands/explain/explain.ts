import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { describeCall } from '../../../attempt/describe-call.ts';
import { AttemptStore } from '../../../attempt/record.ts';
import { type VerifiedAttempt, verifyAttempt } from '../../../attempt/verify-attempt.ts';
import { attemptOfRow } from '../../../corpus/rewrite.ts';
import { Fault } from '../../../fault/fault.ts';
import type { Problem } from '../../../problems/problem.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { type Correction, readCorrections } from '../../../verdict/rescore.ts';
import { type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { collect, path, wholeNumber } from '../../options.ts';
import { plainText } from '../../output/plain-text.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { examPath } from '../../ready-market.ts';
import { dataOption, marketOption } from '../../shared-options.ts';
import { findInCorpora, printCorpora } from './corpora.ts';
import { explainFromArena } from './from-arena.ts';
import { printAttempt, printCalls, tailOf } from './show-attempt.ts';

export interface ExplainOptions extends SignedArenaOptions {
  readonly data: string;
  readonly corpus: readonly string[];
  readonly problems?: string;
  readonly market: string;
  readonly limit: number;
  readonly json?: boolean;
}

const DEFAULT_PROBLEMS_SHOWN = 5;

export function explainCommand(): Command {
  const command = new Command('explain')
    .argument(
      '<id>',
      'id of an attempt, of its row in a corpus or of an agent version, or its first digits; RUN/PROBLEM names an attempt in an arena',
    )
    .addOption(dataOption('folder of the attempts, which is searched before the arena'))
    .option('--corpus <dir>', 'release or filtered corpus to look for it in; repeatable', collect, [])
    .option('--problems <file>', 'problems of a local attempt, to show what was wanted', path)
    .addOption(marketOption('folder of the market; without --problems, its generated problems are used'))
    .option(
      '--limit <n>',
      'of a version: failed problems to show in detail',
      wholeNumber(0, 500),
      DEFAULT_PROBLEMS_SHOWN,
    );
  return withSignedArenaOptions(command).action(async (id: string, options: ExplainOptions) => {
    const terminal = createTerminal(options.json === true);
    const store = new AttemptStore(options.data);
    const found = findLocal(store, attemptOfRow(id));
    if (typeof found === 'string') return await explainLocal(store, found, options, terminal);
    await explainFromArena(id, found, options, terminal);
  });
}

/** The id of the local attempt, or the fault if there is none. */
function findLocal(store: AttemptStore, prefix: string): string | Fault {
  try {
    return store.find(prefix);
  } catch (error) {
    if (Fault.isInstance(error) && error.code === 'ATTEMPT_UNKNOWN') return error;
    throw error;
  }
}

async function explainLocal(
  store: AttemptStore,
  id: string,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<void> {
  const verified = await verifyAttempt(store, id);
  const corpora = await findInCorpora(options.corpus, verified.id);
  const { attempt, receipt, calls, verdict } = verified;
  // Throws when a correction is not what the validator signed.
  const corrections = receipt === undefined ? [] : readCorrections(options.data, verified.id, receipt.hotkey);
  if (attempt !== undefined) {
    const wanted = await localProblem(attempt.problem_id, options);
    printAttempt({ attempt, receipt, verdict, calls, wanted }, terminal);
    for (const correction of corrections) terminal.print(`\n${correctionText(correction)}`);
    printCalls(calls, terminal);
    for (const name of ['stdout', 'stderr'] as const) {
      const tail = await tailOf(store, attempt.blobs[name]);
      if (tail !== '') terminal.print(`\n${name}, as the agent wrote it:\n${tail}`);
    }
    terminal.print();
  }
  printChecks(terminal, verified);
  printCorpora(terminal, corpora);
  terminal.report({ ...document(verified), corrections, ...(corpora.length > 0 && { corpora }) });
  process.exitCode = verified.verified ? 0 : 1;
}

function correctionText({ sequence, time, reason, before, verdict }: Correction): string {
  const outcome = (success: boolean) => (success ? 'success' : 'no success');
  return plainText(
    `Correction ${sequence}, signed ${time}: the answer key was wrong (${reason}).\n` +
      `  ${outcome(before.success)}, rule ${before.scores.rule.toFixed(2)} → ${outcome(verdict.rules.success)}, rule ${verdict.rules.scores.rule.toFixed(2)}`,
  );
}

function printChecks(terminal: Terminal, { checks, verified }: VerifiedAttempt): void {
  terminal.print(
    table(
      ['check', '', 'seen'],
      checks.map(({ what, ok, detail }) => [what, ok ? 'ok' : 'DIFFERS', ok ? detail : 'see below']),
    ),
  );
  const differing = checks.filter((check) => !check.ok);
  if (differing.length > 0) terminal.print();
  for (const { what, where, detail } of differing) terminal.print(plainText(`${where}\n  ${what}: ${detail}`));
  terminal.print(verified ? '\nVerified: every byte is as it was signed.' : '\nNot verified.');
}

function document({ id, verified, checks, attempt, receipt, verdict, calls }: VerifiedAttempt): object {
  const lines = calls.map((call) => {
    const { sequence, time, kind, status, duration_ms, usage, price_microdollars, fault } = call;
    return { sequence, time, kind, ...describeCall(call), status, duration_ms, usage, price_microdollars, fault };
  });
  const records = { attempt: attempt ?? null, receipt: receipt ?? null, verdict: verdict ?? null };
  return { attempt_id: id, verified, checks, ...records, calls: lines };
}

interface Places {
  readonly problems?: string;
  readonly market: string;
}

/** The problem of an attempt with its answer key; `undefined` if no file on this machine contains it. */
async function localProblem(problemId: string, { problems, market }: Places): Promise<Problem | undefined> {
  const file = problems ?? examPath(market);
  if (problems === undefined && !existsSync(file)) return undefined;
  return (await readProblemFile(file)).find(({ id }) => id === problemId);
}

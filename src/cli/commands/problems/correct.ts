import { join } from 'node:path';
import { Command } from 'commander';
import { AttemptStore } from '../../../attempt/record.ts';
import { Fault } from '../../../fault/fault.ts';
import { loadOrCreateHotkey } from '../../../identity/hotkey-file.ts';
import { EmbeddedSearch } from '../../../market/search.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { type AgentRate, type CorrectionReport, correctProblems, type Movement } from '../../../verdict/rescore.ts';
import type { RuleVerdict } from '../../../verdict/verdict.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { readyMarket } from '../../ready-market.ts';
import { dataOption, dryRunOption, marketOption } from '../../shared-options.ts';
import { openTitles, type TitleOptions, withTitleOptions } from '../../title-options.ts';

interface Options extends TitleOptions {
  readonly problems: string;
  readonly data: string;
  readonly market: string;
  readonly why?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** More would scroll the agents off the screen; `--json` has all. */
const SHOWN_MOVEMENTS = 50;

export function problemsCorrectCommand(): Command {
  const command = new Command('correct')
    .argument('<file>', 'problems with corrected reward or voucher, as JSON lines')
    .requiredOption('--problems <file>', 'the problems as they were', path)
    .addOption(dataOption('folder of the attempts, and of the key that signs'))
    .addOption(marketOption('folder of the market that the problems were made from'))
    .option('--why <text>', 'reason (default: that of the last dispute of the problem)')
    .addOption(dryRunOption('only show what would change'));
  return withTitleOptions(command).action(async (file: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const [corrected, old] = [await readProblemFile(file), await readProblemFile(options.problems)];
    const store = new AttemptStore(options.data);
    if (store.list().length === 0) {
      throw new Fault('FILE_NOT_FOUND', {
        message: `There are no attempts in ${options.data}.`,
        remedy: 'Name the folder that `assay try` wrote to with --data.',
      });
    }
    const search = EmbeddedSearch.open(await readyMarket({ folder: options.market }, terminal));
    try {
      const report = await correctProblems({
        store,
        old,
        corrected,
        products: (id) => search.productsNow([id])[0],
        titles: openTitles(options, options.market),
        hotkey: loadOrCreateHotkey(join(options.data, 'wallets')),
        dryRun: options.dryRun === true,
        ...(options.why !== undefined && { reason: options.why }),
        onProgress: (done, all) => terminal.progress.update('scoring again', done, all),
      });
      terminal.progress.done();
      show(report, options.dryRun === true, terminal);
      if (report.refused.length > 0) process.exitCode = 1;
    } finally {
      await search.close();
    }
  });
}

function show(report: CorrectionReport, dryRun: boolean, terminal: Terminal): void {
  const { keys, rescored, upToDate, refused, agents } = report;
  const moved = rescored.filter(hasMoved);
  if (moved.length > 0) {
    const rows = moved.slice(0, SHOWN_MOVEMENTS).map(movementRow);
    terminal.print(`${table(['attempt', 'agent', 'problem', 'success', 'rule'], rows)}\n`);
    if (moved.length > rows.length) terminal.print(`… and ${moved.length - rows.length} more; --json has them all.\n`);
  }
  const rates = agents.filter((agent) => agent.successes_before !== agent.successes_after);
  if (rates.length > 0)
    terminal.print(`${table(['agent', 'source', 'attempts', 'success rate'], rates.map(rateRow))}\n`);
  for (const { attempt_id, reason } of refused) terminal.warn(`${attempt_id} was not scored again: ${reason}`);
  terminal.print(
    `${keys.length} keys differ. ${rescored.length} attempts ${dryRun ? 'would be' : 'were'} scored again, ${moved.length} moved; ${upToDate} had been already, ${refused.length} could not be.`,
  );
  terminal.report({
    dry_run: dryRun,
    keys: keys.map(({ before, digestBefore, digestAfter }) => ({
      problem_id: before.id,
      key_before: digestBefore,
      key_after: digestAfter,
    })),
    rescored,
    up_to_date: upToDate,
    refused,
    agents,
  });
}

function hasMoved({ before, after }: Movement): boolean {
  return before.success !== after.success || before.scores.rule !== after.scores.rule;
}

function movementRow({ attempt_id, agent, problem_id, before, after }: Movement): string[] {
  const rule = ({ scores }: RuleVerdict): string => scores.rule.toFixed(3);
  return [
    attempt_id.slice(0, 8),
    agent.name,
    problem_id,
    `${yesNo(before)} → ${yesNo(after)}`,
    `${rule(before)} → ${rule(after)}`,
  ];
}

function yesNo({ success }: RuleVerdict): string {
  return success ? 'yes' : 'no';
}

function rateRow(rate: AgentRate): (string | number)[] {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const { agent, attempts, rate_before, rate_after } = rate;
  return [agent.name, agent.sha256.slice(0, 8), attempts, `${percent(rate_before)} → ${percent(rate_after)}`];
}

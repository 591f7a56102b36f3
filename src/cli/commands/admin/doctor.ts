import { join } from 'node:path';
import { Command } from 'commander';
import { type ArenaExamination, type ExaminedCheck, examineArena } from '../../../server/doctor.ts';
import { counted } from '../../../text/counted.ts';
import { readArenaConfig } from '../../arena/read-arena-config.ts';
import { bankOf } from '../../corpus/open-arena-records.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { dataOption, headOption, type LedgerHead } from '../../shared-options.ts';

interface Options {
  readonly data: string;
  readonly config?: string;
  readonly bank?: string;
  readonly head?: LedgerHead;
  readonly quick?: boolean;
  readonly repair?: boolean;
  readonly json?: boolean;
}

/** More findings of one kind add nothing on a screen; `--json` has all of them. */
const MOST_SHOWN = 20;

export function adminDoctorCommand(): Command {
  return new Command('doctor')
    .addOption(
      dataOption('data folder of the arena; DATABASE_URL and object storage as for the server', join('data', 'arena')),
    )
    .option('--config <file>', 'configuration of the arena; arena.json in its data folder if there is one', path)
    .option('--bank <dir>', 'bank of hidden problems (default: the folder bank in the data folder)', path)
    .addOption(headOption('head of the public ledger noted earlier: shows whether events were cut off'))
    .option('--quick', 'compare sizes of files and not their contents, and check no signatures')
    .option('--repair', 'release expired leases, delete temporary files, correct permissions; recorded in the ledger')
    .action(examine);
}

async function examine(options: Options): Promise<void> {
  const terminal = createTerminal(options.json === true);
  const { data, config, bank } = options;
  const examination = await examineArena({
    folder: data,
    config: readArenaConfig({ data, ...(config !== undefined && { config }) }),
    environment: process.env,
    bankFolder: bank ?? bankOf(data),
    known: options.head,
    quick: options.quick === true,
    repair: options.repair === true,
    who: 'operator',
    onProgress: (check, examined) => terminal.progress.update(`${check}: ${examined}`, 0, 1),
  });
  terminal.progress.done();
  show(examination, terminal);
  const findings = examination.checks.flatMap((check) => check.findings);
  terminal.report({
    sound: findings.length === 0,
    checks: examination.checks,
    repaired: examination.repaired,
    not_repaired: examination.notRepaired,
  });
  process.exitCode = findings.length === 0 ? 0 : 1;
}

function show({ checks, repaired, notRepaired }: ArenaExamination, terminal: Terminal): void {
  terminal.print(table(['check', 'result', 'checked'], checks.map(row)));
  for (const { name, findings } of checks) {
    if (findings.length === 0) continue;
    terminal.print(`\n${name}`);
    for (const { subject, what, fault, action } of findings.slice(0, MOST_SHOWN)) {
      terminal.print(`  ${subject}: ${what}`);
      terminal.print(`    Fault: ${fault}. ${action}`);
    }
    if (findings.length > MOST_SHOWN) terminal.print(`  ${findings.length - MOST_SHOWN} more: --json lists them.`);
  }
  if (repaired.length > 0) terminal.print('\nRepaired');
  for (const { what } of repaired) terminal.print(`  ${what}`);
  const count = checks.reduce((sum, { findings }) => sum + findings.length, 0);
  terminal.print(count === 0 ? '\nNothing is wrong.' : `\n${counted(count, 'finding')}.`);
  if (notRepaired !== null) terminal.print(notRepaired);
}

function row({ name, of, skipped, examined, findings }: ExaminedCheck): string[] {
  const result = findings.length > 0 ? counted(findings.length, 'finding') : skipped === null ? 'ok' : 'skipped';
  return [name, result, skipped ?? `${of}: ${examined}`];
}

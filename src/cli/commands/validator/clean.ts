import { join } from 'node:path';
import { Command } from 'commander';
import { AttemptStore } from '../../../attempt/record.ts';
import { Fault } from '../../../fault/fault.ts';
import { counted } from '../../../text/counted.ts';
import { cleanEvidence } from '../../../validator/clean-evidence.ts';
import { createTerminal } from '../../output/terminal.ts';
import { dataOption, dryRunOption } from '../../shared-options.ts';
import { GIB, keepDaysOption, keepGibOption } from './retention-options.ts';

interface Options {
  readonly data: string;
  readonly keepDays?: number;
  readonly keepGib?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function validatorCleanCommand(): Command {
  return new Command('clean')
    .addOption(dataOption('folder of the validator', join('data', 'validator')))
    .addOption(keepDaysOption())
    .addOption(keepGibOption())
    .addOption(dryRunOption('show what would be deleted, and delete nothing'))
    .action(async ({ data, keepDays, keepGib, dryRun, json }: Options) => {
      if (keepDays === undefined && keepGib === undefined) {
        throw new Fault('USAGE', {
          message: 'No retention limit was given.',
          remedy: 'Add --keep-days, --keep-gib or both.',
        });
      }
      const terminal = createTerminal(json === true);
      const bytes = keepGib === undefined ? undefined : keepGib * GIB;
      const cleaned = await cleanEvidence(new AttemptStore(data), { days: keepDays, bytes, dryRun, now: Date.now() });
      const what = `${counted(cleaned.runs, 'run')} with ${counted(cleaned.attempts, 'attempt')}, ${mebibytes(cleaned.bytes)}`;
      terminal.print(`${dryRun === true ? 'Would delete' : 'Deleted'} ${what}; ${mebibytes(cleaned.keptBytes)} stay.`);
      terminal.report({
        dry_run: dryRun === true,
        runs: cleaned.runs,
        attempts: cleaned.attempts,
        bytes: cleaned.bytes,
        kept_bytes: cleaned.keptBytes,
        oldest_deleted: cleaned.oldest,
      });
    });
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

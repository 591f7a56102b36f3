import { hostname, userInfo } from 'node:os';
import { Command } from 'commander';
import { changeOpenings, readPlan } from '../../../evaluation/sealed.ts';
import { createTerminal } from '../../output/terminal.ts';
import { ledgerOption, userOption } from '../../shared-options.ts';

interface Options {
  readonly ledger: string;
  readonly user?: string;
  readonly json?: boolean;
}

export function evalPlanCommand(): Command {
  return new Command('plan')
    .argument('<file>', 'the plan, as JSON')
    .addOption(ledgerOption())
    .addOption(userOption())
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { plan, hash } = readPlan(file);
      const who = options.user ?? `${userInfo().username}@${hostname()}`;
      const records = await changeOpenings(
        options.ledger,
        () => new Date(),
        (before) =>
          before.some((record) => record.kind === 'plan-registered' && record.plan === hash)
            ? []
            : [{ kind: 'plan-registered', plan: hash, who }],
      );
      const entry = records.find((record) => record.kind === 'plan-registered' && record.plan === hash)!;
      terminal.print(hash);
      terminal.print(
        `${plan.models.length} models, ${plan.comparisons.length} comparisons, k ${plan.k}; registered ${entry.time}.`,
      );
      terminal.report({ hash, registered_at: entry.time, sequence: entry.sequence, plan });
    });
}

import { Command } from 'commander';
import { chooseSandbox, DRIVER_NAMES } from '../../../sandbox/choose-sandbox.ts';
import { chooseAttacks, type Diagnosis, diagnose, readAttacks } from '../../../sandbox/doctor.ts';
import type { SandboxDescription } from '../../../sandbox/sandbox.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { driverOption } from '../../shared-options.ts';

interface Options {
  readonly driver?: string;
  readonly only?: string;
  readonly json?: boolean;
}

export function sandboxDoctorCommand(): Command {
  return new Command('doctor')
    .addOption(driverOption(DRIVER_NAMES))
    .option('--only <name>', 'run only this attack, or all attacks on this promise')
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const all = readAttacks();
      const attacks = options.only === undefined ? all : chooseAttacks(all, options.only);
      const sandbox = await chooseSandbox(options.driver === undefined ? {} : { driver: options.driver });
      try {
        let done = 0;
        const diagnoses = await diagnose(sandbox, {
          attacks,
          onResult: () => terminal.progress.update('attacks', ++done, attacks.length),
        });
        terminal.progress.done();
        const broken = diagnoses.filter(({ held }) => !held);
        terminal.print(table(['attack', 'promise', 'result', 'how'], byPromise(diagnoses).map(row)));
        terminal.print(`\n${summary(sandbox.description)}`);
        terminal.print(
          broken.length === 0
            ? `All ${diagnoses.length} attacks were stopped.`
            : `${broken.length} of ${diagnoses.length} attacks succeeded. Do not grade agents in this sandbox.`,
        );
        terminal.report(document(sandbox.description, diagnoses));
        process.exitCode = broken.length === 0 ? 0 : 1;
      } finally {
        await sandbox.close();
      }
    });
}

function byPromise(diagnoses: readonly Diagnosis[]): Diagnosis[] {
  return diagnoses.toSorted((a, b) => a.attack.promise.localeCompare(b.attack.promise));
}

function row({ attack, held, how }: Diagnosis): string[] {
  return [attack.name, attack.promise, held ? 'held' : 'BROKEN', how ?? ''];
}

function summary({ driver, tier, python, architecture, cgroup }: SandboxDescription): string {
  const counted = cgroup === null ? 'no cgroup' : `cgroup ${cgroup}`;
  return `driver ${driver}, tier ${tier}, Python ${python}, ${architecture}, ${counted}`;
}

function document(description: SandboxDescription, diagnoses: readonly Diagnosis[]): object {
  return {
    sandbox: description,
    held: diagnoses.every(({ held }) => held),
    attacks: diagnoses.map(({ attack, held, how, ending, milliseconds }) => ({
      name: attack.name,
      attack: attack.title,
      promise: attack.promise,
      held,
      how,
      ending,
      milliseconds,
    })),
  };
}

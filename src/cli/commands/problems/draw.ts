import { Command } from 'commander';
import { commitDraw, fixDraw } from '../../../problems/suites.ts';
import { givenOptions } from '../../output/given-options.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { bankOption, countOption } from '../../shared-options.ts';

interface Options {
  readonly count: number;
  readonly beacon?: string;
  readonly bank: string;
  readonly json?: boolean;
}

export function problemsDrawCommand(): Command {
  return new Command('draw')
    .argument('<race>', 'name of the race')
    .addOption(countOption(90, 100_000))
    .option(
      '--beacon <value>',
      'second step: a public value that did not exist at the commitment, such as a block hash',
    )
    .addOption(bankOption())
    .action(async (race: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      if (options.beacon === undefined) await commit(race, options, terminal);
      else await fix(race, options.beacon, options, terminal);
    });
}

async function commit(race: string, options: Options, terminal: Terminal): Promise<void> {
  const committed = await commitDraw({ folder: options.bank, race, size: options.count, now: () => new Date() });
  const { commitment, size, poolSize, lost } = committed;
  for (const { race: other, reason } of lost) terminal.warn(`The draw of race ${other} was not counted: ${reason}.`);
  terminal.print(`Committed to a draw of ${size} from ${poolSize} problems for ${race}. Publish this commitment:`);
  terminal.print(commitment);
  terminal.print('Say which later public value will be the beacon. When it exists, run');
  terminal.print(`assay problems draw ${race} --beacon VALUE${givenOptions('--bank')}`);
  terminal.report({ race, commitment, size, pool_size: poolSize });
}

async function fix(race: string, value: string, { bank: folder }: Options, terminal: Terminal): Promise<void> {
  const draw = await fixDraw({ folder, race, beacon: { kind: 'given', value }, now: () => new Date() });
  const used = 'beacon' in draw && draw.beacon !== null ? draw.beacon.value : null;
  if (used !== value) terminal.warn(`Race ${race} was drawn before${used === null ? '' : ` with the beacon ${used}`}.`);
  terminal.print(`Drew ${draw.problem_ids.length} problems for ${race}, committed as ${draw.commitment}.`);
  terminal.report({ race, commitment: draw.commitment, size: draw.problem_ids.length, beacon: used });
}

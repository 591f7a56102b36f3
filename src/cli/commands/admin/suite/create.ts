import { basename } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import type { ArenaClient } from '../../../../client/arena-client.ts';
import { Fault } from '../../../../fault/fault.ts';
import { problemToWire } from '../../../../problems/problem-wire.ts';
import { readProblemFile } from '../../../../problems/read-problem-file.ts';
import { assertSuiteGate } from '../../../../problems/suites.ts';
import type { AdminOptions } from '../../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../../arena/arena-connection.ts';
import { askArena } from '../../../arena/ask-arena.ts';
import { measureFloors, measuringMarketOption } from '../../../measure-floors.ts';
import { withGivenOptions } from '../../../output/given-options.ts';
import { createTerminal } from '../../../output/terminal.ts';
import { type ActivatedSuite, activateSuite, activationText, withRequeue } from './activate.ts';

interface Options extends AdminOptions {
  readonly name?: string;
  readonly private?: boolean;
  readonly activate?: boolean;
  readonly market?: string;
  readonly requeueTop: number;
}

const IN_BANK = 'bank:';
const createdSchema = z.object({ suite_id: z.int(), suite_version: z.int(), is_active: z.boolean() });

export function adminSuiteCreateCommand(): Command {
  const command = new Command('create')
    .description('create a suite of problems; agents are evaluated on it once it is activated')
    .argument('<file>', 'problems as JSON lines, or bank:NAME for a suite in the bank of the arena’s machine')
    .option('--name <name>', 'name of the suite (default: the name of the file)')
    .option('--private', 'hide its problems; questions of a public suite can be read without signing in')
    .option('--activate', 'activate it at once')
    .addOption(measuringMarketOption());
  return withSignedArenaOptions(withRequeue(command)).action(async (file: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const problems = await suiteBody(file, options);
    const arena = await openSignedArena(options);
    const body = { ...problems, is_public: options.private !== true };
    const question = { method: 'POST', path: '/v1/admin/suites', body, answer: createdSchema, signed: true } as const;
    const created = await askArena(arena, question);
    terminal.print(`Suite ${created.suite_id} created.`);
    const activated = options.activate ? await activate(arena, created.suite_id, options.requeueTop) : undefined;
    terminal.print(
      activated === undefined
        ? withGivenOptions(`\`assay admin suite activate ${created.suite_id}\` activates it.`)
        : activationText(activated),
    );
    terminal.report({ ...created, ...activated });
  });
}

async function suiteBody(file: string, { name, market }: Options): Promise<object> {
  if (file.startsWith(IN_BANK)) return { problem_suite_uri: file, name };
  const problems = await readProblemFile(file);
  assertSuiteGate(await measureFloors(problems, market));
  return { name: name ?? basename(file).replace(/(\.jsonl)?(\.gz)?$/, ''), problems: problems.map(problemToWire) };
}

/** The suite remains when a later step fails, so its number must be printed. */
async function activate(arena: ArenaClient, suite: number, requeueTop: number): Promise<ActivatedSuite> {
  try {
    return await activateSuite(arena, suite, requeueTop);
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    throw new Fault(error.code, {
      message: `Suite ${suite} was created but is not active: ${error.message}`,
      remedy: `Run \`assay admin suite activate ${suite}\` after fixing that.`,
      extra: error.extra,
      cause: error,
    });
  }
}

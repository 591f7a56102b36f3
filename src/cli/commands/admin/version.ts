import { Command } from 'commander';
import { z } from 'zod';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { type AdminOptions, act, withOptionalReason, withReason } from '../../arena/admin-act.ts';
import { withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { id } from '../../arena/arguments.ts';
import type { ArenaQuestion } from '../../arena/ask-arena.ts';
import { idOf } from '../../arena/find-id.ts';
import { wholeNumber } from '../../options.ts';
import { suiteNumberOption } from '../../shared-options.ts';

interface VersionAct {
  readonly name: string;
  readonly description: string;
  readonly reason: 'needed' | 'optional';
  readonly onSuite: boolean;
  readonly done: string;
}

interface Options extends AdminOptions {
  readonly why?: string;
  readonly suite?: number;
  readonly runs?: number;
  readonly force?: boolean;
}

const ACTS: readonly VersionAct[] = [
  {
    name: 'cancel',
    description: 'remove a version from the queue; its runs are stopped',
    reason: 'needed',
    onSuite: false,
    done: 'is cancelled',
  },
  {
    name: 'discard',
    description: 'remove a version from the leaderboard',
    reason: 'needed',
    onSuite: true,
    done: 'is off the leaderboard',
  },
  {
    name: 'reinstate',
    description: 'undo a discard',
    reason: 'optional',
    onSuite: true,
    done: 'is on the leaderboard again',
  },
  {
    name: 'clear-flag',
    description: 'remove a flag; a version that was held as a copy is evaluated',
    reason: 'needed',
    onSuite: false,
    done: 'is no longer flagged',
  },
  {
    name: 'eliminate',
    description: 'exclude a version from races',
    reason: 'needed',
    onSuite: true,
    done: 'cannot race any more',
  },
  {
    name: 'reinstate-elimination',
    description: 'let an eliminated version race again',
    reason: 'optional',
    onSuite: true,
    done: 'may race again',
  },
];

const answerSchema = z.looseObject({ agent_version_id: z.string() });
const topSchema = answerSchema.extend({ previous_top_agent_version_id: z.string().nullable() });
const codeSchema = answerSchema.extend({ download_url: z.string(), agent_name: z.string() });

export function adminVersionCommand(): Command {
  const group = new Command('version').helpCommand(false);
  for (const each of ACTS) group.addCommand(actCommand(each));
  return group.addCommand(reevaluateCommand()).addCommand(setTopCommand()).addCommand(codeCommand());
}

function named(name: string, description: string): Command {
  return new Command(name).description(description).argument('<version>', 'id of the version, or its first digits', id);
}

function withSuite(command: Command): Command {
  return command.addOption(suiteNumberOption());
}

/** One act on a version that an id or its first digits name. */
function actOn<Answer extends z.ZodType>(
  options: Options,
  {
    version,
    word,
    ...question
  }: { readonly version: string; readonly word: string } & Omit<ArenaQuestion<Answer>, 'path'>,
  sentence: (answer: z.output<Answer>) => string,
): Promise<void> {
  const asked = async (arena: ArenaClient) => ({
    ...question,
    path: `/v1/admin/agent-versions/${await idOf(arena, 'versions', version)}/${word}`,
  });
  return act(options, asked as (arena: ArenaClient) => Promise<ArenaQuestion<Answer>>, sentence);
}

function actCommand({ name, description, reason, onSuite, done }: VersionAct): Command {
  const command = onSuite ? withSuite(named(name, description)) : named(name, description);
  return (reason === 'needed' ? withReason : withOptionalReason)(command).action(
    (version: string, options: Options) => {
      const body = { reason: options.why, ...(onSuite && { suite_id: options.suite }) };
      return actOn(
        options,
        { version, word: name, body, answer: answerSchema },
        (of) => `${of.agent_version_id} ${done}.`,
      );
    },
  );
}

function reevaluateCommand(): Command {
  const command = withSuite(named('reevaluate', 'remove the score of a version and run it again')).option(
    '--runs <n>',
    'number of validators that run it (default: as many as a score needs)',
    wholeNumber(1, 20),
  );
  return withReason(command).action((version: string, options: Options) => {
    const body = { reason: options.why, suite_id: options.suite, required_successes: options.runs };
    const question = { version, word: 'reevaluate', body, answer: answerSchema };
    return actOn(options, question, (of) => `${of.agent_version_id} is queued again.`);
  });
}

function setTopCommand(): Command {
  const command = withSuite(named('set-top', 'make a version champion')).option(
    '--force',
    'even if it has not beaten the champion',
  );
  return withSignedArenaOptions(command).action((version: string, options: Options) => {
    const body = { suite_id: options.suite, force: options.force === true };
    return actOn(options, { version, word: 'set-top', body, answer: topSchema }, (answer) => {
      const { agent_version_id: champion, previous_top_agent_version_id: before } = answer;
      if (before === champion) return `${champion} is champion already.`;
      return `${champion} is champion${before === null ? '' : ` instead of ${before}`}.`;
    });
  });
}

function codeCommand(): Command {
  const command = named('code', 'print an address where the code of a version can be read for ten minutes');
  return withSignedArenaOptions(command).action((version: string, options: Options) => {
    const question = { method: 'GET', version, word: 'code', answer: codeSchema } as const;
    return actOn(options, question, ({ agent_name, download_url }) => `${agent_name}: ${download_url}`);
  });
}

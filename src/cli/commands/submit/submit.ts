import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import { LICENCES, type Licence } from '../../../arena/submission.ts';
import { readAgentFile } from '../../../attempt/run.ts';
import type { SubmissionAnswer } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { LICENCE_NOT_TOLD, type VersionAnswer, versionAnswerSchema } from '../../../client/licence-answers.ts';
import { Fault } from '../../../fault/fault.ts';
import {
  openArena,
  openSignedArena,
  type SignedArenaOptions,
  withSignedArenaOptions,
} from '../../arena/arena-connection.ts';
import { type ArenaTime, arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { oneLine } from '../../output/format-line.ts';
import { placeText } from '../../output/format-queue.ts';
import { timestampText, whenText } from '../../output/format-time.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { dryRunOption } from '../../shared-options.ts';
import { registerHotkey } from '../register.ts';
import { checkAtArena } from './check.ts';
import { printRefusal } from './refusal.ts';
import { type NewSubmission, sendSubmission, submissionKey } from './send.ts';
import { waitForScore } from './wait.ts';

interface Options extends SignedArenaOptions {
  readonly name?: string;
  readonly idempotencyKey?: string;
  readonly again?: boolean;
  readonly dryRun?: boolean;
  readonly wait?: boolean;
  readonly register?: boolean;
  readonly licence?: Licence;
  readonly json?: boolean;
}

export function submitCommand(): Command {
  const command = new Command('submit')
    .argument('<agent>', 'Python file that defines agent_main')
    .option('--name <name>', 'name of the agent; an existing name adds a version')
    .option('--idempotency-key <key>', 'idempotency key (default: made from hotkey, name and file)')
    .option('--again', 'submit the same file again as a new version (new idempotency key)')
    .addOption(dryRunOption('only check whether the arena would accept the file; nothing is submitted'))
    .option('--register', 'register the hotkey first, as `assay register` does')
    .option('--wait', 'wait until the version has a score; exit code 1 if it gets none')
    .addOption(
      new Option(
        '--licence <name>',
        'licence for training data from its attempts; none keeps them out of releases (default: the arena’s)',
      ).choices(LICENCES),
    );
  return withSignedArenaOptions(command).action(async (agentPath: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const agent = readAgentFile(agentPath);
    const agentName = nameIn(options);
    // Before the passphrase prompt: an unreachable arena should fail first.
    const before = await arenaTime(openArena(options));
    const arena = await openSignedArena(options);
    if (options.register) await registerHotkey(arena, terminal);
    if (agentName === undefined) return await checkAtArena(arena, agent, terminal);
    const { licence } = options;
    const key = options.again
      ? randomUUID()
      : (options.idempotencyKey ?? submissionKey(arena.hotkey.address, agentName, agent.source, licence));
    const handing: NewSubmission = { agent, agentName, key, ...(licence !== undefined && { licence }) };
    let answer: SubmissionAnswer;
    try {
      answer = await sendSubmission(arena, handing, terminal);
    } catch (error) {
      return await printRefusal(error, { arena, agentFile: agent.name }, terminal);
    }
    await afterwards(arena, { answer, handing, before, wait: options.wait === true }, terminal);
  });
}

/** `undefined` when the file is only to be checked. */
function nameIn({ dryRun, name, idempotencyKey: key, again, wait, licence }: Options): string | undefined {
  if (dryRun && (key !== undefined || again || wait || licence !== undefined)) {
    throw new Fault('USAGE', {
      message: '--dry-run submits nothing; leave out --idempotency-key, --again, --wait and --licence.',
    });
  }
  if (key !== undefined && again) {
    throw new Fault('USAGE', {
      message: '--again creates a new idempotency key; leave out --idempotency-key or --again.',
    });
  }
  if (dryRun) return undefined;
  if (name !== undefined) return name;
  throw new Fault('USAGE', {
    message: 'The agent needs a name.',
    remedy: 'Add --name NAME: a new name for a new agent, an existing one for its next version.',
  });
}

interface HandedIn {
  readonly answer: SubmissionAnswer;
  readonly handing: NewSubmission;
  readonly before: ArenaTime;
  readonly wait: boolean;
}

async function afterwards(
  arena: ArenaClient,
  { answer, handing, before, wait }: HandedIn,
  terminal: Terminal,
): Promise<void> {
  const status = await statusOf(arena, answer.agent_version_id);
  const repeated = status !== undefined && Date.parse(status.submitted_at) < before.now;
  print(answer, { status, repeated, before }, terminal);
  const scored = wait ? await waitForScore(arena, answer.agent_version_id, terminal) : status;
  terminal.report({ ...answer, idempotency_key: handing.key, repeated, status: scored ?? null });
}

/**
 * The response may be an earlier one, returned again; this is the current status. The submission is accepted either
 * way, so this must not fail.
 */
async function statusOf(arena: ArenaClient, versionId: string): Promise<VersionAnswer | undefined> {
  try {
    const path = `/v1/public/agent-versions/${versionId}/status`;
    return await askArena(arena, { path, answer: versionAnswerSchema });
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return undefined;
  }
}

interface Seen {
  readonly status: VersionAnswer | undefined;
  readonly repeated: boolean;
  readonly before: ArenaTime;
}

function print(answer: SubmissionAnswer, { status, repeated, before }: Seen, terminal: Terminal): void {
  const { now, closesAt } = before;
  const queue = status?.queue ?? answer.queue;
  if (repeated) {
    terminal.print(
      oneLine(
        `This file was already submitted under this name, ${timestampText(status!.submitted_at)}: it is version ${status!.version_number} of “${status!.agent_name}”. It was not counted again; --again makes another version of it.`,
      ),
    );
  } else {
    terminal.print(oneLine(answer.message));
  }
  if (answer.is_flagged && answer.is_duplicate !== true)
    terminal.print('An operator will review it. It runs like any other version meanwhile.');
  terminal.print();
  terminal.print(`  version  ${answer.agent_version_id}`);
  terminal.print(`  queue    ${placeText(queue, now)}`);
  terminal.print(`  why      ${oneLine(queue.reason)}`);
  const free = Date.parse(answer.next_allowed_at) <= now;
  terminal.print(
    `  next     ${free ? 'another submission is possible now' : `submission possible ${whenText(answer.next_allowed_at, now)}`}`,
  );
  terminal.print(`  licence  ${licenceText(answer)}`);
  terminal.print(`  race     the open window closes ${whenText(closesAt, now)}`);
  terminal.print(withGivenOptions(`\n\`assay status ${answer.agent_version_id}\` shows its progress.`));
}

function licenceText({ licence, licence_is_default }: SubmissionAnswer): string {
  if (licence === undefined) return LICENCE_NOT_TOLD;
  if (licence === null) return 'not stated';
  const whose = licence_is_default === true ? ', which is the arena’s own; --licence chooses another' : '';
  return licence === 'none' ? `none: its attempts stay out of releases${whose}` : `${licence}${whose}`;
}

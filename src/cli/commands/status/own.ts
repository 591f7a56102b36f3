import type { ArenaClient } from '../../../client/arena-client.ts';
import {
  type MinerAgentsAnswer,
  minerAgentsAnswerSchema,
  type OwnVersionAnswer,
  ownVersionAnswerSchema,
} from '../../../client/licence-answers.ts';
import { arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { askOverview, printWaiting } from '../../arena/print-waiting.ts';
import { oneLine } from '../../output/format-line.ts';
import { whenText } from '../../output/format-time.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { printHowToExplain, printVersion } from '../../output/print-version.ts';
import type { Terminal } from '../../output/terminal.ts';

/** Each version needs a separate request, and arenas limit their rate. */
const SHOWN = 20;

/** Prints the newest version of each of the caller's agents, and when the next submission is possible. */
export async function showOwnAgents(arena: ArenaClient, terminal: Terminal): Promise<void> {
  const { now } = await arenaTime(arena);
  const overview = await askOverview(arena);
  printWaiting(overview, terminal);
  const query = { limit: SHOWN };
  const mine = await askArena(arena, {
    path: '/v1/miner/agents',
    query,
    answer: minerAgentsAnswerSchema,
    signed: true,
  });
  const versions: OwnVersionAnswer[] = [];
  for (const { latest_version } of mine.agents) {
    if (latest_version === null) continue;
    const path = `/v1/miner/agent-versions/${latest_version.agent_version_id}`;
    const status = await askArena(arena, { path, answer: ownVersionAnswerSchema, signed: true });
    versions.push(status);
    printVersion(status, { now, arenaUrl: arena.url }, terminal);
    printHowToExplain(status, terminal);
    terminal.print();
  }
  if (mine.total > mine.agents.length) terminal.print(`… and ${mine.total - mine.agents.length} older agents.\n`);
  if (mine.total === 0)
    terminal.print(withGivenOptions('You have submitted nothing yet: `assay submit FILE --name NAME`.\n'));
  if (mine.racing_agent_version_id !== null) terminal.print(`Your racing version: ${mine.racing_agent_version_id}`);
  terminal.print(oneLine(submitText(mine, now)));
  terminal.report({ ...mine, versions, waiting_for: overview?.waiting_for ?? [] });
}

function submitText({ can_submit, cannot_submit_reason, next_allowed_at }: MinerAgentsAnswer, now: number): string {
  if (can_submit) return 'You can submit now.';
  const next = next_allowed_at === null ? '' : ` The next submission is possible ${whenText(next_allowed_at, now)}.`;
  return `You cannot submit now: ${cannot_submit_reason ?? 'the arena does not say why.'}${next}`;
}

import type { z } from 'zod';
import type { AgentFile } from '../../../attempt/run.ts';
import { type ArenaOverviewWire, checkAnswerSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { askOverview } from '../../arena/print-waiting.ts';
import { oneLine } from '../../output/format-line.ts';
import { durationText } from '../../output/format-time.ts';
import { printFindings } from '../../output/print-findings.ts';
import type { Terminal } from '../../output/terminal.ts';
import { formWith } from './send.ts';

type CheckAnswer = z.output<typeof checkAnswerSchema>;
type Cooldown = NonNullable<ArenaOverviewWire['cooldown_seconds']>;

/**
 * Lets the arena check a file without submitting it. The arena also compares it with the problems of its suite; nothing
 * is counted.
 */
export async function checkAtArena(arena: ArenaClient, agent: AgentFile, terminal: Terminal): Promise<void> {
  const check = await askArena(arena, {
    method: 'POST',
    path: '/v1/miner/check',
    body: formWith(agent),
    answer: checkAnswerSchema,
    signed: true,
    repeatable: true,
  });
  printFindings(check.violations, check.omitted, terminal);
  const accepted = check.verdict === 'accepted';
  const then = !accepted
    ? 'would be rejected'
    : check.flagged
      ? 'would be accepted, and reviewed'
      : 'would be accepted';
  const cost = costText(check.would_cost, (await askOverview(arena))?.cooldown_seconds);
  terminal.print(oneLine(`${agent.name}: ${then}. Submitting it would cost ${cost}; this check was free.`));
  terminal.report({ agent: agent.name, ...check });
  process.exitCode = accepted ? 0 : 1;
}

/** @param cooldown Missing from an older arena. */
function costText(cost: CheckAnswer['would_cost'], cooldown: Cooldown | undefined): string {
  if (cost === 'nothing') return cost;
  const seconds = cost === 'full cooldown' ? cooldown?.full : cooldown?.reduced;
  return seconds === undefined ? `a ${cost}` : `a ${cost}: no submission for ${durationText(seconds)}`;
}

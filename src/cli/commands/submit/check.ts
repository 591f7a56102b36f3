import type { AgentFile } from '../../../attempt/run.ts';
import { checkAnswerSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { oneLine } from '../../output/format-line.ts';
import { printFindings } from '../../output/print-findings.ts';
import type { Terminal } from '../../output/terminal.ts';
import { formWith } from './send.ts';

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
  const cost = accepted || check.would_cost !== 'nothing' ? `a ${check.would_cost}` : 'nothing';
  terminal.print(oneLine(`${agent.name}: ${then}. Submitting it would cost ${cost}; this check was free.`));
  terminal.report({ agent: agent.name, ...check });
  process.exitCode = accepted ? 0 : 1;
}

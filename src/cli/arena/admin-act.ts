import type { Command } from 'commander';
import type { z } from 'zod';
import type { ArenaClient } from '../../client/arena-client.ts';
import { oneLine } from '../output/format-line.ts';
import { withGivenOptions } from '../output/given-options.ts';
import { createTerminal } from '../output/terminal.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from './arena-connection.ts';
import { type ArenaQuestion, askArena } from './ask-arena.ts';

export type AdminOptions = SignedArenaOptions & { readonly json?: boolean };
export type ReasonOptions = AdminOptions & { readonly why: string };
export type OptionalReasonOptions = AdminOptions & { readonly why?: string };

/** Actions against others need a reason, which stays in the public ledger. */
export function withReason(command: Command): Command {
  return withSignedArenaOptions(command).requiredOption('--why <text>', 'reason, public in the ledger');
}

/** Actions that give something back need no reason. */
export function withOptionalReason(command: Command): Command {
  return withSignedArenaOptions(command).option('--why <text>', 'reason, public in the ledger');
}

/**
 * One action of an operator: sent once, because after a failure it may be unknown whether it was done, then reported in
 * a sentence.
 *
 * @param question May need the arena first, to find an id by its first digits.
 */
export async function act<Answer extends z.ZodType>(
  options: AdminOptions,
  question: ArenaQuestion<Answer> | ((arena: ArenaClient) => Promise<ArenaQuestion<Answer>>),
  sentence: (answer: z.output<Answer>) => string,
): Promise<void> {
  const terminal = createTerminal(options.json === true);
  const arena = await openSignedArena(options);
  const asked = typeof question === 'function' ? await question(arena) : question;
  const answer = await askArena(arena, { method: 'POST', ...asked, signed: true });
  terminal.print(withGivenOptions(oneLine(sentence(answer))));
  terminal.report(answer);
}

import { Command } from 'commander';
import type { z } from 'zod';
import { registrationSchema } from '../../arena/wire.ts';
import { taoText } from '../../chain/tao.ts';
import { Fault } from '../../fault/fault.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../arena/arena-connection.ts';
import { askArena } from '../arena/ask-arena.ts';
import { oneLine } from '../output/format-line.ts';
import { durationText } from '../output/format-time.ts';
import { withGivenOptions } from '../output/given-options.ts';
import { createTerminal, type Terminal } from '../output/terminal.ts';

type Registration = z.output<typeof registrationSchema>;

export function registerCommand(): Command {
  const command = new Command('register');
  return withSignedArenaOptions(command).action(async (options: SignedArenaOptions & { readonly json?: boolean }) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const place = await registerHotkey(arena, terminal);
    terminal.print(withGivenOptions('Submit an agent with `assay submit FILE --name NAME`.'));
    terminal.report({ arena: arena.url, ...place });
  });
}

/** Registers the client's hotkey on the arena's chain, and prints the cost. */
export async function registerHotkey(
  arena: Awaited<ReturnType<typeof openSignedArena>>,
  terminal: Terminal,
): Promise<Registration> {
  try {
    // A registered hotkey keeps its uid, so repeating the request is harmless.
    const request = { method: 'POST', path: '/v1/chain/register', body: {}, signed: true, repeatable: true } as const;
    const place = await askArena(arena, { ...request, answer: registrationSchema });
    terminal.print(`${oneLine(place.hotkey)} is registered as uid ${place.uid} at ${arena.url}.`);
    for (const line of costLines(place)) terminal.print(line);
    return place;
  } catch (error) {
    throw Fault.isInstance(error) ? notHere(error, arena.hotkey.address) : error;
  }
}

/** Empty for arenas from before registration had a price. */
function costLines({ paid, balance, block, immune_until, block_seconds }: Registration): string[] {
  if (paid === undefined || balance === undefined) return [];
  const cost = BigInt(paid) === 0n ? 'Nothing was paid.' : `Paid ${taoText(BigInt(paid))}.`;
  const lines = [`${cost} Balance: ${taoText(BigInt(balance))}, simulated money of this arena.`];
  if (block === undefined || immune_until === undefined || block_seconds === undefined) return lines;
  const blocks = immune_until - block;
  lines.push(
    blocks > 0
      ? `The uid is immune for ${blocks} blocks (${durationText(blocks * block_seconds)} of arena time); after that a new hotkey can replace it if the subnet is full and this hotkey earns least.`
      : 'The uid is no longer immune: if the subnet is full and this hotkey earns least, a new hotkey can replace it.',
  );
  return lines;
}

function notHere(fault: Fault, address: string): Fault {
  if (fault.extra.code === 'NOT_ADMIN') {
    return new Fault('ARENA_REFUSED', {
      message: 'Only the operator registers hotkeys on this arena.',
      remedy: `Send the operator your address: ${address}`,
      extra: fault.extra,
      cause: fault,
    });
  }
  if (fault.extra.status === 404) {
    return new Fault('ARENA_REFUSED', {
      message: 'This arena has no local chain, so hotkeys cannot be registered here.',
      remedy: 'Register the hotkey on the subnet of the arena with the tools of its chain, such as btcli.',
      extra: fault.extra,
      cause: fault,
    });
  }
  return fault;
}

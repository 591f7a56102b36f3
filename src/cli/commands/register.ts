import { Command } from 'commander';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../arena/arena-connection.ts';
import { askArena } from '../arena/ask-arena.ts';
import { oneLine } from '../output/say-line.ts';
import { createTerminal } from '../output/terminal.ts';

export const placeSchema = z.object({ uid: z.int(), hotkey: z.string() });

export function registerCommand(): Command {
  const command = new Command('register');
  return withSignedArenaOptions(command).action(async (options: SignedArenaOptions & { readonly json?: boolean }) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const place = await takePlace(arena);
    terminal.say(`${oneLine(place.hotkey)} has place ${place.uid} at ${arena.url}.`);
    terminal.say('Submit an agent with `assay submit FILE --name NAME`.');
    terminal.report({ arena: arena.url, ...place });
  });
}

/** Registers the hotkey of the client on the chain of an arena. */
export async function takePlace(
  arena: Awaited<ReturnType<typeof openSignedArena>>,
): Promise<z.output<typeof placeSchema>> {
  try {
    // Whoever has a place keeps it, so asking twice is harmless.
    const request = { method: 'POST', path: '/v1/chain/register', body: {}, signed: true, repeatable: true } as const;
    return await askArena(arena, { ...request, answer: placeSchema });
  } catch (error) {
    throw Fault.isInstance(error) ? notHere(error, arena.hotkey.address) : error;
  }
}

function notHere(fault: Fault, address: string): Fault {
  if (fault.extra.code === 'NOT_ADMIN') {
    return new Fault('ARENA_REFUSED', {
      message: 'On this arena only the operator gives places.',
      remedy: `Send the operator your address: ${address}`,
      extra: fault.extra,
      cause: fault,
    });
  }
  if (fault.extra.status === 404) {
    return new Fault('ARENA_REFUSED', {
      message: 'This arena has no chain of its own.',
      remedy: 'Register the hotkey on the subnet it belongs to, with the tools of that chain.',
      extra: fault.extra,
      cause: fault,
    });
  }
  return fault;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type ArenaOverviewWire, arenaOverviewSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { counted } from '../../text/counted.ts';
import { oneLine } from '../output/format-line.ts';
import { withGivenOptions } from '../output/given-options.ts';
import type { Terminal } from '../output/terminal.ts';
import { askArena } from './ask-arena.ts';

const NOT_FOUND = 404;

/** `undefined` from an older arena, which does not have this page. */
export async function askOverview(arena: ArenaClient): Promise<ArenaOverviewWire | undefined> {
  try {
    return await askArena(arena, { path: '/v1/public/arena', answer: arenaOverviewSchema });
  } catch (error) {
    if (Fault.isInstance(error) && error.extra.status === NOT_FOUND) return undefined;
    throw error;
  }
}

/** Prints what the arena waits for, for contestants, who can only wait. */
export function printWaiting(overview: ArenaOverviewWire | undefined, terminal: Terminal): void {
  if (overview === undefined || overview.waiting_for.length === 0) return;
  terminal.print(`Arena ${oneLine(overview.name)}:`);
  for (const { message } of overview.waiting_for) terminal.print(`  ${oneLine(message)}`);
  terminal.print();
}

const LOOK_MILLISECONDS = 2_000;

/** For the operator: prints what the arena waits for, and again whenever that changes, until it is stopped. */
export function followWaiting(
  read: () => Promise<ArenaOverviewWire>,
  terminal: Pick<Terminal, 'print'>,
  everyMilliseconds = LOOK_MILLISECONDS,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const follow = async (): Promise<void> => {
    let said = '';
    for (;;) {
      // A temporarily unavailable database is reported by the requests that need it.
      const overview = await read().catch(() => undefined);
      const text = overview === undefined ? said : waitingText(overview);
      if (text !== said && !stopping.signal.aborted) terminal.print(text);
      said = text;
      await sleep(everyMilliseconds, undefined, { signal: stopping.signal, ref: false });
    }
  };
  const followed = follow().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    stop: async () => {
      stopping.abort();
      await followed;
    },
  };
}

function waitingText({ waiting_for, validators }: ArenaOverviewWire): string {
  if (waiting_for.length > 0)
    return waiting_for.map(({ message, remedy }) => `${message}\n  → ${withGivenOptions(remedy)}`).join('\n');
  return `Ready: ${counted(validators.connected, 'validator')} connected, ${validators.required} needed for a score.`;
}

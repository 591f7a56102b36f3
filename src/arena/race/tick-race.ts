import type { Arena } from '../arena.ts';
import { closeQualifying } from './close-qualifying.ts';
import { commitRace } from './commit-race.ts';
import { completeRace } from './complete-race.ts';
import { type DrawBeacon, PublicLedgerBeacon } from './draw-beacon.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import { leaveCancelled } from './leave-cancelled.ts';
import { openFirstWindow, openNextWindow } from './open-window.ts';
import { promoteWinner } from './promote-winner.ts';
import { startRace } from './start-race.ts';
import { newestRace } from './stored-race.ts';

/**
 * Performs all due steps of races, and returns what they were. Every step is one transaction that first checks whether
 * it is still to be done, so this may be called at any time, concurrently, and after a crash anywhere.
 */
export async function tickRace(
  arena: Arena,
  hidden: HiddenProblems,
  beacon: DrawBeacon = new PublicLedgerBeacon(arena),
): Promise<string[]> {
  const happened: string[] = [];
  for (;;) {
    const step = await nextStep(arena, hidden, beacon);
    if (step === undefined) return happened;
    happened.push(step);
  }
}

async function nextStep(arena: Arena, hidden: HiddenProblems, beacon: DrawBeacon): Promise<string | undefined> {
  const race = await newestRace(arena.database.reader);
  if (race === undefined) return await openFirstWindow(arena);
  switch (race.state) {
    case 'qualifying_open':
      return await closeQualifying(arena, race);
    case 'qualifying_closed':
      if (race.draw_commitment === null) return await commitRace(arena, hidden, beacon, race);
      return await startRace(arena, hidden, beacon, race);
    case 'race_running':
      return await completeRace(arena, race);
    case 'race_complete':
      return await promoteWinner(arena, hidden, race);
    case 'promoted':
    case 'uncontested':
      return await openNextWindow(arena, race);
    case 'cancelled':
      return await leaveCancelled(arena, hidden, race);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../fault/fault.ts';
import type { LiveRow } from './live-view.ts';
import type { DemoContest } from './open-demo.ts';
import type { PublicApi } from './public-api.ts';

const LOOK_MILLISECONDS = 400;
/** A run that ends between two requests of one check may make the arena queue another. */
const QUIET_LOOKS = 2;

/** Waits until nothing is queued, running or racing, and shows progress meanwhile. */
export async function waitUntilIdle(demo: DemoContest): Promise<void> {
  const { api, output } = demo;
  const { signal } = demo.options;
  try {
    for (let quiet = 0; ; ) {
      await requireAtWork(demo);
      const pending = await api.pending();
      const running = await api.running();
      const isQuiet = pending.summary.total_pending === 0 && running.length === 0 && (await isWindowOpen(api));
      quiet = isQuiet ? quiet + 1 : 0;
      if (quiet === QUIET_LOOKS) return;
      const nameOf = (hotkey: string) => demo.validators.find((each) => each.hotkey === hotkey)?.name ?? hotkey;
      const rows = running.map(
        ({ validator_hotkey, agent_name, phase, progress_percent }): LiveRow => ({
          label: `${nameOf(validator_hotkey)} runs ${agent_name}${phase === 'RACE' ? ' in the race' : ''}`,
          // The progress of a race run is not published.
          ...(phase === 'QUALIFYING' && { share: progress_percent / 100 }),
        }),
      );
      const { total_runs_needed: needed } = pending.summary;
      output.show('runs', needed === 0 ? rows : [...rows, { label: `${needed} more to come` }]);
      await sleep(LOOK_MILLISECONDS, undefined, { signal });
    }
  } finally {
    output.show('runs', []);
  }
}

/** Between the close of a window and the result of its race there is always work to do. */
async function isWindowOpen(api: PublicApi): Promise<boolean> {
  const { race, computed_at } = await api.raceNow();
  if (race?.state !== 'qualifying_open') return false;
  return Date.parse(race.qualifying_closes_at) > Date.parse(computed_at);
}

/** Throws when a validator cannot continue. */
async function requireAtWork({ validators }: DemoContest): Promise<void> {
  for (const { name, worker } of validators) {
    const { state } = worker.status();
    if (state === 'no space') {
      throw new Fault('STORAGE_FULL', {
        message: `The validator ${name} has no disk space left.`,
        remedy: 'Free some space and run the same command again: it resumes where it stopped.',
      });
    }
    if (state === 'stopped') {
      // Throws the error that stopped it, if known.
      await worker.ended;
      throw new Fault('SANDBOX_FAILED', {
        message: `The validator ${name} has stopped.`,
        remedy: 'Run the same command again: it resumes where it stopped.',
      });
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../fault/fault.ts';
import type { DemoContest } from './demo-stage.ts';
import type { LiveRow } from './live-view.ts';

const LOOK_MILLISECONDS = 250;

/** Waits until nothing is queued, run or raced, and shows what goes on meanwhile. */
export async function untilQuiet(stage: DemoContest): Promise<void> {
  const { board, narrator } = stage;
  const { signal } = stage.options;
  try {
    for (;;) {
      requireAtWork(stage);
      const [pending, running, { race, computed_at }] = await Promise.all([
        board.pending(),
        board.running(),
        board.raceNow(),
      ]);
      const isOpen =
        race?.state === 'qualifying_open' && Date.parse(race.qualifying_closes_at) > Date.parse(computed_at);
      if (pending.summary.total_pending === 0 && running.length === 0 && isOpen) return;
      const nameOf = (hotkey: string) => stage.validators.find((each) => each.hotkey === hotkey)?.name ?? hotkey;
      const rows = running.map(
        ({ validator_hotkey, agent_name, phase, progress_percent }): LiveRow => ({
          label: `${nameOf(validator_hotkey)} runs ${agent_name}${phase === 'RACE' ? ' in the race' : ''}`,
          share: progress_percent / 100,
        }),
      );
      const { total_runs_needed: needed } = pending.summary;
      narrator.show('runs', needed === 0 ? rows : [...rows, { label: `${needed} runs to come`, share: 0 }]);
      await sleep(LOOK_MILLISECONDS, undefined, { signal });
    }
  } finally {
    narrator.show('runs', []);
  }
}

/** Nobody waits for a validator that cannot go on. */
export function requireAtWork({ validators }: DemoContest): void {
  for (const { name, worker } of validators) {
    const { state } = worker.status();
    if (state === 'no space') {
      throw new Fault('STORAGE_FULL', {
        message: `The validator ${name} has no space left to work in.`,
        remedy: 'Free some, and run the same command again: it carries on where it was.',
      });
    }
    if (state === 'stopped') {
      throw new Fault('SANDBOX_FAILED', {
        message: `The validator ${name} has stopped.`,
        remedy: 'Run the same command again: it carries on where it was.',
      });
    }
  }
}

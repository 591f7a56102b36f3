import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProcessFactsReader } from '../../arena/admission.ts';
import { claimWork, PRESENCE_SLOT_MILLISECONDS as SLOT } from '../../arena/queue.ts';
import { validatorPageSchema } from '../../board/wire.ts';
import { onEveryEngine, type TestDatabase } from '../../store/testing/every-engine.ts';
import { scaled } from '../../testing/scaled.ts';
import { parseArenaConfig } from './arena-config.ts';
import { ARENA_MIGRATIONS } from './open-arena.ts';
import { type StartedArena, startArena } from './start-arena.ts';

onEveryEngine('presence across restarts of the server', (makeDatabase) => {
  const secret = randomBytes(32).toString('hex');
  let place: TestDatabase;
  let now: number;
  let started: StartedArena | undefined;
  beforeEach(async () => {
    place = await makeDatabase(ARENA_MIGRATIONS);
    now = Date.parse('2026-11-16T20:00:00Z');
  });
  afterEach(async () => {
    await started?.stop();
    await place.remove();
  });

  /** A server whose clock advances only when a test moves it, with its housekeeping. */
  async function start(): Promise<void> {
    started = await startArena({
      folder: place.folder,
      config: parseArenaConfig({}),
      environment: { DATABASE_URL: place.url, ASSAY_SECRET: secret },
      reader: await ProcessFactsReader.find(),
      version: '0',
      logger: false,
      publicUrl: () => '',
      housekeepingMilliseconds: 5,
      clock: () => now,
    });
  }

  async function stop(): Promise<void> {
    await started!.stop();
    started = undefined;
  }

  /** Passes some slots, in each of which housekeeping runs and a validator may ask for work. */
  async function run(slots: number, hotkey?: string): Promise<void> {
    const { arena, services } = started!;
    for (let count = 0; count < slots; count++) {
      const { rounds } = services.housekeeping.status;
      // A round may have begun before the clock was moved, so two have to end.
      while (services.housekeeping.status.rounds < rounds + 2) await sleep(5);
      if (hotkey !== undefined) await claimWork(arena, hotkey);
      now += SLOT;
    }
  }

  it('uptime in the public answer counts slots before and after a restart, and none in between', {
    timeout: scaled(60_000),
  }, async () => {
    await start();
    await run(4, 'alice');
    await stop();
    now += 20 * SLOT;
    await start();
    await run(3, 'alice');
    await run(1);
    const answer = await started!.server.inject({ url: '/v1/public/validators/alice' });
    expect(validatorPageSchema.parse(answer.json()).uptime.last_24_hours).toEqual({
      share: 7 / 8,
      seen_slots: 7,
      measured_slots: 8,
    });
  });
});

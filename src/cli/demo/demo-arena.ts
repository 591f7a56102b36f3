import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SandboxFactsReader } from '../../arena/admission.ts';
import { DEFAULT_RACE_POLICY } from '../../arena/race.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { findSite } from '../../server/find-site.ts';
import { type StartedArena, startArena } from '../../server/start.ts';
import type { OpenModels } from '../../validator/open-models.ts';
import { listen } from '../listen.ts';
import { packageVersion } from '../package-version.ts';
import { DemoClock } from './demo-clock.ts';
import { type DemoSizes, demoConfig, firstTimestamp, SPEED } from './demo-settings.ts';
import type { Participants } from './participants.ts';
import { PublicApi } from './public-api.ts';

export interface DemoArena {
  readonly url: string;
  readonly clock: DemoClock;
  readonly bankFolder: string;
  readonly started: StartedArena;
  readonly api: PublicApi;
  stop(): Promise<void>;
}

export interface DemoArenaOptions {
  readonly folder: string;
  readonly port: number;
  readonly sizes: DemoSizes;
  readonly models: OpenModels;
  readonly people: Participants;
  readonly sandbox: Sandbox;
  readonly warn: (reason: string) => void;
}

/** Measured on a GPU, not in this contest. Missing if only the product was copied. */
const MEASURED_ELSEWHERE = fileURLToPath(new URL('../../../bench/training', import.meta.url));
const HOUSEKEEPING_MILLISECONDS = 200;

/** Starts an arena with its own folder and clock, served over HTTP. */
export async function startDemoArena({
  folder,
  port,
  sizes,
  models,
  people,
  sandbox,
  warn,
}: DemoArenaOptions): Promise<DemoArena> {
  const place = join(folder, 'arena');
  const bankFolder = join(place, 'bank');
  const start = firstTimestamp(Date.now(), DEFAULT_RACE_POLICY.timeZone);
  const clock = new DemoClock({ path: join(place, 'demo-clock.json'), start, speed: SPEED });
  const site = await findSite(warn);
  let url = '';
  const started = await startArena({
    folder: place,
    config: demoConfig(people.hotkey('operator').address, sizes, models),
    // Everything is in the folder, regardless of environment variables.
    environment: {},
    reader: new SandboxFactsReader(sandbox),
    bankFolder,
    trainingElsewhereFolder: MEASURED_ELSEWHERE,
    version: packageVersion(),
    publicUrl: () => url,
    housekeepingMilliseconds: HOUSEKEEPING_MILLISECONDS,
    clock: clock.now,
    site,
  });
  const stop = async () => {
    await started.stop();
    clock.close();
  };
  try {
    url = await listen(started.server, '127.0.0.1', port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, clock, bankFolder, started, api: new PublicApi(new ArenaClient({ url })), stop };
}

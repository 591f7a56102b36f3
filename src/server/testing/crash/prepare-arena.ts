import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { activateSuite, createSuite } from '../../../arena/exam.ts';
import { LocalChain, parseLocalChainRules } from '../../../chain/local.ts';
import { type Hotkey, hotkeyFromSeed } from '../../../identity/hotkey.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { sha256 } from '../../../store/sha256.ts';
import { type ArenaConfig, parseArenaConfig } from '../../start/arena-config.ts';
import { type OpenedArena, openArena } from '../../start/open-arena.ts';

export interface ArenaPlan {
  readonly folder: string;
  /** URL of a PostgreSQL database; without one everything is in the folder. */
  readonly url: string | undefined;
  readonly validators: number;
  readonly contestants: number;
  readonly problems: number;
  readonly leaseSeconds: number;
  readonly seed: number;
}

export interface PreparedArena extends ArenaPlan {
  readonly config: ArenaConfig;
  readonly validatorKeys: readonly Hotkey[];
  readonly contestantKeys: readonly Hotkey[];
  /** Opens its data beside the server. */
  open(): Promise<OpenedArena>;
}

const VALIDATOR_STAKE = 50_000n * 1_000_000_000n;
const PLENTY = { burst: 10_000_000, perMinute: 10_000_000 };

/** An arena with a suite and registered validators and contestants; no server runs yet. */
export async function prepareArena(plan: ArenaPlan): Promise<PreparedArena> {
  const { folder, url, seed } = plan;
  const settings = settingsFor(plan);
  const config = parseArenaConfig(settings);
  const open = () => openArena({ folder, config, environment: { DATABASE_URL: url } });
  const keys = (role: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      hotkeyFromSeed(Buffer.from(sha256(`${role} ${index} of seed ${seed}`), 'hex')),
    );
  const prepared = {
    ...plan,
    config,
    validatorKeys: keys('validator', plan.validators),
    contestantKeys: keys('contestant', plan.contestants),
    open,
  };
  const arena = await open();
  try {
    await furnish(arena, prepared);
  } finally {
    await arena.database.close();
  }
  writeFileSync(join(folder, 'arena.json'), JSON.stringify(settings));
  return prepared;
}

async function furnish(arena: OpenedArena, { config, problems, ...keys }: PreparedArena): Promise<void> {
  const { database, now } = arena;
  const suite = { name: 'simulated', problems: sampleProblems(problems), isPublic: false };
  const { suiteId } = await createSuite(database, suite, { who: 'operator', now: now() });
  await activateSuite(arena, suiteId, { who: 'operator' });
  const rules = parseLocalChainRules({
    netuid: config.chain.netuid,
    maxValidators: permits(keys.validatorKeys.length),
  });
  const chain = await LocalChain.open({ database, now, rules });
  for (const { address } of keys.validatorKeys) await chain.register(address, VALIDATOR_STAKE);
  for (const { address } of keys.contestantKeys) await chain.register(address, 0n);
}

/** One more than there are validators, so that each of them has one. */
function permits(validators: number): number {
  return validators + 1;
}

/** Everything that takes hours in an arena takes seconds here; rate limits are off. */
function settingsFor({ leaseSeconds, validators }: ArenaPlan) {
  return {
    name: 'simulated',
    chain: { kind: 'local', maxValidators: permits(validators) },
    streams: { most: PLENTY.burst, perAddress: PLENTY.burst },
    rates: {
      everything: PLENTY,
      public: PLENTY,
      challenge: PLENTY,
      session: PLENTY,
      validator: PLENTY,
      submit: PLENTY,
      check: PLENTY,
    },
    policy: {
      submissions: { cooldownSeconds: 0.001, reducedCooldownSeconds: 0.001 },
      queue: {
        leaseSeconds,
        heartbeatSeconds: leaseSeconds / 3,
        retryDelaySeconds: 0.2,
        triesPerValidator: 20,
        disagreementPatienceSeconds: leaseSeconds,
      },
      // Simulated validators invent their results.
      audit: { evidence: 'optional' },
      // As far away as a daily race can be: otherwise the window would close during a measurement.
      race: { timeZone: 'UTC', closesAt: new Date(Date.now() + 43_200_000).toISOString().slice(11, 16) },
    },
  };
}

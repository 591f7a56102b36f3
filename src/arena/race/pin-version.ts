import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import { currentChampion } from '../champion/current-champion.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type PinDisabledReason, pinDisabledReason } from './pin-disabled-reason.ts';
import { qualifyingThreshold } from './qualify.ts';
import { areRacersFixed } from './race-state.ts';
import { type ArenaQueries, newestRace } from './stored-race.ts';

/** Pins the version that races for a contestant. The pin stays until it is changed. */
export async function pinVersion(
  { database, policy, now }: Arena,
  hotkey: string,
  agentVersionId: string,
): Promise<void> {
  await database.withTransaction(async (transaction) => {
    const version = await readVersion(transaction, agentVersionId);
    if (version.hotkey !== hotkey) {
      throw new Fault('NOT_VERSION_OWNER', {
        message: `Version ${agentVersionId} belongs to another contestant.`,
        remedy: 'Choose one of your own versions.',
      });
    }
    await refuseWhileRacing(transaction);
    const suiteId = await qualifyingSuite(transaction);
    const entry = await transaction
      .selectFrom('entries')
      .select(['final_score', 'discarded_at', 'eliminated_at'])
      .where('agent_version_id', '=', agentVersionId)
      .where('suite_id', '=', suiteId)
      .executeTakeFirst();
    const threshold = await currentThreshold(transaction, suiteId, now(), policy);
    const reason = pinDisabledReason(
      {
        finalScore: entry?.final_score ?? null,
        discarded: (entry?.discarded_at ?? null) !== null,
        eliminated: (entry?.eliminated_at ?? null) !== null,
        cancelled: version.cancelled_at !== null,
      },
      threshold,
    );
    if (reason !== null) throw notPinnable(agentVersionId, reason, threshold);
    await transaction
      .insertInto('race_pins')
      .values({ hotkey, agent_version_id: agentVersionId, pinned_at: now() })
      .onConflict((conflict) =>
        conflict.column('hotkey').doUpdateSet({ agent_version_id: agentVersionId, pinned_at: now() }),
      )
      .execute();
    await appendEvent(transaction, {
      who: hotkey,
      what: 'version.pinned',
      when: now(),
      why: 'Its contestant pinned it.',
      subject: `version ${agentVersionId}`,
      data: { agent_version_id: agentVersionId, agent_name: version.name, miner_hotkey: hotkey },
    });
  });
}

/** Removes the pin, so that the scores decide again. */
export async function unpinVersion({ database, now }: Arena, hotkey: string): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await refuseWhileRacing(transaction);
    const pin = await transaction
      .selectFrom('race_pins')
      .select('agent_version_id')
      .where('hotkey', '=', hotkey)
      .executeTakeFirst();
    if (pin === undefined) {
      throw new Fault('NO_SELECTION', {
        message: 'No version is pinned.',
        remedy: 'Nothing to do: your best-scoring version races.',
      });
    }
    const version = await readVersion(transaction, pin.agent_version_id);
    await transaction.deleteFrom('race_pins').where('hotkey', '=', hotkey).execute();
    await appendEvent(transaction, {
      who: hotkey,
      what: 'version.unpinned',
      when: now(),
      why: 'The best-scoring version of the contestant races again.',
      subject: `version ${pin.agent_version_id}`,
      data: { agent_version_id: pin.agent_version_id, agent_name: version.name, miner_hotkey: hotkey },
    });
  });
}

async function readVersion(reader: ArenaQueries, agentVersionId: string) {
  const version = await reader
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['version.hotkey', 'version.cancelled_at', 'agents.name'])
    .where('version.agent_version_id', '=', agentVersionId)
    .executeTakeFirst();
  if (version !== undefined) return version;
  throw new Fault('AGENT_VERSION_NOT_FOUND', { message: `There is no agent version ${agentVersionId}.` });
}

async function refuseWhileRacing(transaction: Transaction<ArenaTables>): Promise<void> {
  const race = await newestRace(transaction);
  if (race === undefined || !areRacersFixed(race.state)) return;
  throw new Fault('RACE_LOCKED', {
    message: `The racers of race ${race.race_number} are fixed until it is over.`,
    remedy: 'Choose again when the next window is open.',
    extra: { race_number: race.race_number },
  });
}

/** The suite for the next race. */
async function qualifyingSuite(reader: ArenaQueries): Promise<number> {
  const suite = await reader.selectFrom('suites').select('suite_id').where('is_active', '=', true).executeTakeFirst();
  if (suite !== undefined) return suite.suite_id;
  throw new Fault('NO_ACTIVE_SUITE', { message: 'No suite is active.', remedy: 'Try again when one is.' });
}

const WHY: Readonly<Record<PinDisabledReason, string>> = {
  discarded: 'it was discarded',
  eliminated: 'it was eliminated',
  not_eligible: 'it has no score on this suite yet',
  below_threshold: 'its score is below what qualifies',
};

function notPinnable(agentVersionId: string, reason: PinDisabledReason, threshold: number): Fault {
  return new Fault('NOT_PINNABLE', {
    message: `Version ${agentVersionId} cannot be pinned: ${WHY[reason]}.`,
    remedy: reason === 'below_threshold' ? `A score of ${threshold} qualifies.` : 'Choose another version.',
    extra: { pin_disabled_reason: reason },
  });
}

/** The score a challenger would need on this suite if qualifying closed now. */
async function currentThreshold(
  reader: ArenaQueries,
  suiteId: number,
  now: number,
  policy: Pick<ArenaPolicy, 'emission' | 'race'>,
): Promise<number> {
  const top = await currentChampion(reader, now, policy);
  if (top === undefined) return qualifyingThreshold(null, policy.race);
  const entry = await reader
    .selectFrom('entries')
    .select('final_score')
    .where('agent_version_id', '=', top.agentVersionId)
    .where('suite_id', '=', suiteId)
    .executeTakeFirst();
  return qualifyingThreshold(entry?.final_score ?? null, policy.race);
}

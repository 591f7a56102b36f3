import { z } from 'zod';
import type { Arena } from '../../arena/arena.ts';
import { type ArenaQueries, isSettled } from '../../arena/race.ts';
import { Fault } from '../../fault/fault.ts';
import type { SeedCommitmentWire } from '../wire/seed-commitment-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import { findRace } from './find-race.ts';

const planSchema = z.object({ beacon: z.object({ kind: z.enum(['ledger', 'chain']), block: z.int().optional() }) });
const startedSchema = z.object({ beacon: z.object({ value: z.string() }).nullish() });
const drawSchema = z.object({ seed: z.string() });

/** The arena's commitment to the draw of a race; the seed only once the draw is public. */
export async function seedCommitment(
  { database, policy }: Pick<Arena, 'database' | 'policy'>,
  raceId: string,
): Promise<SeedCommitmentWire> {
  return await database.withSnapshot(async (reader) => {
    const race = await findRace(reader, raceId);
    const committed = await eventOf(reader, race.race_number, 'race.committed');
    if (committed === undefined || race.draw_commitment === null) {
      throw new Fault('RACE_NOT_FOUND', {
        message: `Race ${race.race_number} has no committed draw.`,
        remedy: 'A draw is committed when qualifying has closed.',
      });
    }
    const { beacon } = planSchema.parse(committed.data);
    const started = startedSchema.safeParse((await eventOf(reader, race.race_number, 'race.started'))?.data);
    const draw = isSettled(race.state) ? drawSchema.safeParse(race.draw) : undefined;
    const waits = policy.race.beaconSeconds;
    return {
      race_id: race.race_id,
      scheme: 'assay-draw-2',
      secret_sha256: race.draw_commitment,
      drand_chain_hash: `assay:${beacon.kind}`,
      drand_offset_seconds: waits,
      drand_round: beacon.block ?? committed.sequence,
      drand_round_time: toTimestamp(committed.happened_at + waits * 1_000),
      committed_at: toTimestamp(committed.happened_at),
      revealed: draw?.success === true,
      drand_signature: null,
      drand_randomness: started.data?.beacon?.value ?? null,
      secret: draw?.data?.seed ?? null,
      world_seed: null,
      world_pack_sha256: null,
      rejected_attempts: null,
    };
  });
}

async function eventOf(reader: ArenaQueries, raceNumber: number, what: string) {
  return await reader
    .selectFrom('events')
    .select(['sequence', 'happened_at', 'data'])
    .where('subject', '=', `race ${raceNumber}`)
    .where('what', '=', what)
    .executeTakeFirst();
}

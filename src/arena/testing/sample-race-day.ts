import type { Selectable } from 'kysely';
import { type Event, readEvents } from '../../store/database.ts';
import type { MakeDatabase } from '../../store/testing/every-engine.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import { type Champion, currentChampion } from '../champion/current-champion.ts';
import type { PublishedResult } from '../race/describe-result.ts';
import { newestRace, type RaceRow } from '../race/stored-race.ts';
import { tickRace } from '../race/tick-race.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { openSampleArena, type SampleArena } from './sample-arena.ts';
import { unevidencedPolicy } from './sample-policy.ts';
import { finishRacer, makeSampleBank, type SampleBank } from './sample-race.ts';

export const SAMPLE_RACE_POLICY = unevidencedPolicy({ raceProblems: 20 });

/** An arena with a bank, for tests that run races in it. */
export class SampleRaceDay {
  readonly arena: SampleArena;
  readonly bank: SampleBank;
  #versions = 0;

  private constructor(arena: SampleArena, bank: SampleBank) {
    this.arena = arena;
    this.bank = bank;
  }

  static async open(
    makeDatabase: MakeDatabase,
    { policy = SAMPLE_RACE_POLICY, hidden = 60 }: { policy?: ArenaPolicy; hidden?: number } = {},
  ): Promise<SampleRaceDay> {
    return new SampleRaceDay(await openSampleArena(makeDatabase, { policy }), await makeSampleBank(hidden));
  }

  /** A version with a score. Each is submitted a second after the one before, so that ties have an order. */
  async qualified(finalScore: number, hotkey?: string): Promise<string> {
    const submittedAt = this.arena.now() - 3_600_000 + 1_000 * this.#versions++;
    return await this.arena.addVersion({ finalScore, submittedAt, ...(hotkey !== undefined && { hotkey }) });
  }

  async tick(): Promise<string[]> {
    return await tickRace(this.arena, this.bank.hidden);
  }

  /** Advances to the close of the window and ticks once more. */
  async close(): Promise<string[]> {
    await this.tick();
    this.arena.pass((await this.race()).closes_at - this.arena.now());
    return await this.tick();
  }

  /** Runs a race from its window to its end; `solved` is how many problems each racer solves. */
  async run(solved: Readonly<Record<string, number>>): Promise<void> {
    await this.close();
    for (const [version, count] of Object.entries(solved)) await finishRacer(this.arena, version, { solved: count });
    await this.tick();
  }

  /** The newest race, or the one with this number. */
  async race(number?: number): Promise<RaceRow> {
    const { reader } = this.arena.database;
    if (number === undefined) return (await newestRace(reader))!;
    return await reader.selectFrom('races').selectAll().where('race_number', '=', number).executeTakeFirstOrThrow();
  }

  /** Best first. */
  async racers(number: number): Promise<Selectable<ArenaTables['racers']>[]> {
    const { race_id } = await this.race(number);
    const { reader } = this.arena.database;
    const racers = await reader.selectFrom('racers').selectAll().where('race_id', '=', race_id).execute();
    return racers.toSorted((one, other) => (one.race_rank ?? 1e9) - (other.race_rank ?? 1e9));
  }

  async result(number: number): Promise<PublishedResult> {
    return (await this.race(number)).result as unknown as PublishedResult;
  }

  async top(): Promise<Champion | undefined> {
    return await currentChampion(this.arena.database.reader, this.arena.now(), this.arena.policy);
  }

  async events(): Promise<readonly Event[]> {
    return await readEvents(this.arena.database, 0, 1_000);
  }

  async discard(agentVersionId: string): Promise<void> {
    await this.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('entries')
        .set({ discarded_at: this.arena.now() })
        .where('agent_version_id', '=', agentVersionId)
        .execute();
    });
  }

  async ban(hotkey: string): Promise<void> {
    const ban = {
      hotkey,
      role: 'miner',
      reason: 'cheated',
      banned_by: 'operator',
      banned_at: this.arena.now(),
    } as const;
    await this.arena.database.withTransaction(async (transaction) => {
      await transaction.insertInto('bans').values(ban).execute();
    });
  }

  async remove(): Promise<void> {
    await this.arena.close();
    this.bank.remove();
  }
}

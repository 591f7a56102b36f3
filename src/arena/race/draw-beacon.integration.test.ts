import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawDocumentSchema, ledgerBeacon } from '../../problems/suites.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { noteSignedRequest } from '../queue/note-signed-request.ts';
import { noteClaim } from '../queue/note-validator.ts';
import { finishRacer } from '../testing/sample-race.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { cancelRace } from './cancel-race.ts';
import { ChainBeacon } from './draw-beacon.ts';
import { tickRace } from './tick-race.ts';

onEveryEngine('the beacon of a draw', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  async function sign(hotkey: string, message: string): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      await noteClaim(transaction, hotkey, undefined, day.arena.now());
    });
    await noteSignedRequest(day.arena, hotkey, { message, signature: `signature of ${message}` });
  }

  const dataOf = async (what: string) => (await day.events()).findLast((event) => event.what === what);

  it('the beacon waits for connected validators, and has what they signed after the commitment', async () => {
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.6)];
    await day.tick();
    day.arena.pass((await day.race()).closes_at - day.arena.now());
    for (const hotkey of ['validator-1', 'validator-2']) await sign(hotkey, `${hotkey} before`);
    expect(await day.tick()).toEqual(['race 1 closed with 2 racers', 'race 1 committed to a draw']);
    const committed = (await dataOf('race.committed'))!;
    expect(committed.data).toMatchObject({ beacon: { kind: 'ledger' }, problems: 20 });
    day.arena.pass(1_000);
    await sign('validator-2', 'validator-2 after');
    expect(await day.tick()).toEqual([]);
    expect(await day.race()).toMatchObject({ state: 'qualifying_closed', set_id: null });
    await sign('validator-1', 'validator-1 after');
    expect(await day.tick()).toEqual(['race 1 started']);
    const signatures = ['validator-1', 'validator-2'].map((hotkey) => ({
      hotkey,
      message: `${hotkey} after`,
      signature: `signature of ${hotkey} after`,
    }));
    const beacon = ledgerBeacon({ sequence: committed.sequence, head: committed.hash, signatures });
    expect((await dataOf('race.started'))!.data).toMatchObject({ beacon });
    for (const version of [one, two]) await finishRacer(day.arena, version, { solved: 3 });
    await day.tick();
    expect(drawDocumentSchema.parse((await day.race(1)).draw)).toMatchObject({ beacon });
  });

  it('the beacon does not wait for a validator longer than the policy says', async () => {
    await Promise.all([day.qualified(0.5), day.qualified(0.6)]);
    await day.tick();
    day.arena.pass((await day.race()).closes_at - day.arena.now());
    await sign('validator-1', 'before');
    await day.tick();
    day.arena.pass(day.arena.policy.race.beaconSeconds * 1_000 - 1);
    expect(await day.tick()).toEqual([]);
    day.arena.pass(1);
    expect(await day.tick()).toEqual(['race 1 started']);
    expect((await dataOf('race.started'))!.data).toMatchObject({ beacon: { kind: 'ledger', signatures: [] } });
  });

  it('the beacon is the hash of a later block when there is a chain', async () => {
    let block = 100;
    const hashes = { currentBlock: async () => block, blockHash: async (number: number) => `0x${number}` };
    const tick = () => tickRace(day.arena, day.bank.hidden, new ChainBeacon(hashes));
    await Promise.all([day.qualified(0.5), day.qualified(0.6)]);
    await tick();
    day.arena.pass((await day.race()).closes_at - day.arena.now());
    await tick();
    expect((await dataOf('race.committed'))!.data).toMatchObject({ beacon: { kind: 'chain', block: 120 } });
    block = 119;
    expect(await tick()).toEqual([]);
    block = 140;
    expect(await tick()).toEqual(['race 1 started']);
    expect((await dataOf('race.started'))!.data).toMatchObject({
      beacon: { kind: 'chain', block: 120, value: '0x120' },
    });
  });

  it('a cancelled race does not wait for the beacon, and its draw is revealed without it', async () => {
    await Promise.all([day.qualified(0.5), day.qualified(0.6)]);
    await day.tick();
    day.arena.pass((await day.race()).closes_at - day.arena.now());
    await sign('validator-1', 'before');
    await day.tick();
    await cancelRace(day.arena, 'the pool leaked', 'operator');
    await day.tick();
    expect(drawDocumentSchema.parse((await day.race(1)).draw)).toMatchObject({ beacon: null, problem_ids: [] });
    expect((await day.events()).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['race.committed', 'race.cancelled', 'draw.revealed']),
    );
  });
});

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AttemptStore } from '../../src/attempt/record.ts';
import { verifyAttempt } from '../../src/attempt/verify-attempt.ts';
import { PublicApi } from '../../src/cli/demo/public-api.ts';
import { CAN_HAVE_SMALL_DISK, SmallDisk } from '../../src/cli/testing/small-disk.ts';
import { until } from '../../src/cli/testing/until.ts';
import { ArenaClient } from '../../src/client/arena-client.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { serveInProcess } from './arena-process.ts';
import { cutGateways } from './cut-gateway.ts';
import { MODEL, RACE_PROBLEMS, RaceDay } from './race-day.ts';
import type { RaceOutcome, RaceResult } from './race-outcome.ts';

let day: RaceDay;
/** The same race without a fault. */
let undisturbed: RaceResult;
beforeAll(async () => {
  day = await RaceDay.open();
  await day.begin('undisturbed');
  await day.staff();
  const { result, failures } = await day.end();
  await day.leave();
  expect(failures.filter(({ status }) => status === 'FAILED')).toEqual([]);
  undisturbed = result;
});
afterEach(() => day.leave());
afterAll(() => day?.close());

/** The fault did not affect contestants: same champion, same scores, and no failure is an agent's. */
function expectRightEnd({ result, failures }: RaceOutcome): void {
  expect(result).toEqual(undisturbed);
  for (const { status, owner } of failures) {
    expect(status === 'FAILED' ? ['validator', 'platform'] : [null]).toContain(owner);
  }
}

function sealedIn(data: string): readonly string[] {
  return new AttemptStore(data).list();
}

/** Fault codes of the attempts in a folder. */
async function faultsIn(data: string): Promise<readonly string[]> {
  const store = new AttemptStore(data);
  const attempts = await Promise.all(store.list().map((id) => verifyAttempt(store, id)));
  return attempts.flatMap(({ attempt }) => attempt?.fault?.code ?? []);
}

function journalsIn(data: string): readonly string[] {
  return readdirSync(join(data, 'journal')).filter((name) => name.endsWith('.jsonl'));
}

describe('a race', () => {
  it('the strongest agent wins a race without failures', () => {
    expect(undisturbed).toMatchObject({ state: 'promoted', winner: 'extract_and_search.py', unbacked: [] });
    const [first, second] = undisturbed.ranking;
    expect(first!.score).toBeGreaterThan(second!.score!);
    for (const opinions of Object.values(undisturbed.opinions)) {
      expect(opinions).toHaveLength(2);
      expect(new Set(opinions).size).toBe(1);
    }
    for (const pairs of Object.values(undisturbed.agreement)) {
      // Which problems they are is published when they are retired.
      expect(pairs).toEqual([{ problems: RACE_PROBLEMS, same: RACE_PROBLEMS, ids: null }]);
    }
  });

  it('a race has the same result after a validator is killed in the middle of a run', {
    timeout: scaled(120_000),
  }, async () => {
    await day.begin('killed validator');
    const { data } = day.process;
    const words = ['--skip-weights', '--model', MODEL, '--base-url', day.models.baseUrl];
    const killed = day.process.start(...words);
    await until(() => sealedIn(data).length >= 1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(killed.child.signalCode).toBe('SIGKILL');
    expect(journalsIn(data)).toHaveLength(1);
    await day.staff();
    const outcome = await day.end();
    expect(outcome.failures.map(({ status }) => status)).toContain('STALE');
    expectRightEnd(outcome);
    // It returns too late, so the arena no longer accepts its report of the run.
    const { output, log } = await day.process.start(...words, '--once').ended;
    expect(JSON.parse(output), log).toMatchObject({ scored: 0, failed: 0, dropped: 1 });
    expect(journalsIn(data)).toEqual([]);
  });

  it('a race has the same result after the arena is killed and restarted', { timeout: scaled(120_000) }, async () => {
    await day.begin('killed arena');
    const { contest } = day;
    await contest.stopArena();
    const killed = await serveInProcess(contest);
    await day.staff();
    await until(() => sealedIn(day.placeOf('one')).length >= 2);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const under = ['one', 'two', 'three'].flatMap((name) => journalsIn(day.placeOf(name)));
    expect(under.length).toBeGreaterThan(0);
    await until(() => contest.log.some(({ fields }) => fields.fault === 'ARENA_UNREACHABLE'));
    const again = await serveInProcess(contest);
    const board = new PublicApi(new ArenaClient({ url: contest.url }));
    await until(async () => (await board.events('race.promoted')).length > 0);
    again.kill('SIGTERM');
    await once(again, 'exit');
    await contest.startArena();
    expectRightEnd(await day.end());
  });

  it('a race has the same result after an outage of the model provider', { timeout: scaled(120_000) }, async () => {
    await day.begin('absent provider');
    const validators = await day.staff();
    await until(() => sealedIn(day.placeOf('one')).length >= 1);
    await day.models.leave();
    await until(() => validators.some((validator) => validator.status().failed > 0));
    await day.models.comeBack();
    const outcome = await day.end();
    const failed = outcome.failures.filter(({ status }) => status === 'FAILED');
    expect(failed.length).toBeGreaterThan(0);
    for (const { owner } of failed) expect(owner).toBe('platform');
    const faults = await Promise.all(['one', 'two', 'three'].map((name) => faultsIn(day.placeOf(name))));
    expect(faults.flat()).toContain('INFERENCE_FAILED');
    expectRightEnd(outcome);
  });

  it('a race has the same result after gateways are cut while agents use them', {
    timeout: scaled(120_000),
  }, async () => {
    await day.begin('cut gateways');
    const scissors = cutGateways(5);
    try {
      await day.staff();
      const outcome = await day.end();
      expect(scissors.cut).toBe(5);
      const faults = (await Promise.all(['one', 'two', 'three'].map((name) => faultsIn(day.placeOf(name))))).flat();
      expect(faults.filter((code) => code === 'GATEWAY_FAILED')).toHaveLength(5);
      expect(faults.filter((code) => code.startsWith('AGENT_'))).toEqual([]);
      expectRightEnd(outcome);
    } finally {
      scissors.stop();
    }
  });

  it.skipIf(!CAN_HAVE_SMALL_DISK)(
    'a race has the same result after the disk of a validator was full',
    { timeout: scaled(120_000) },
    async () => {
      await day.begin('full disk');
      const disk = SmallDisk.mount(join(day.contest.folder, 'small disk'));
      try {
        const validator = await day.employ('one', { data: disk.folder });
        await until(() => sealedIn(disk.folder).length >= 1);
        disk.fill();
        await until(() => validator.status().state === 'no space');
        disk.clear();
        await day.staff(['two', 'three']);
        const outcome = await day.end();
        const failed = outcome.failures.filter(({ status }) => status === 'FAILED');
        expect(failed).toMatchObject([{ owner: 'validator', reason: expect.stringContaining('disk is full') }]);
        expectRightEnd(outcome);
      } finally {
        await day.leave();
        disk.unmount();
      }
    },
  );
});

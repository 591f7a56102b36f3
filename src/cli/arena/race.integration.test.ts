import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeQualifyingNow, type PublishedResult } from '../../arena/race.ts';
import { submitAgent } from '../../arena/submission.ts';
import { json } from '../../store/database.ts';
import { scaled } from '../../testing/scaled.ts';
import { addressOf, GOOD_AGENT, SampleSite } from '../testing/sample-site.ts';

/** How many problems each racer solves. */
const RACERS = { ahead: 9, near: 9, behind: 3 };

let site: SampleSite;
const versions = new Map<string, string>();

beforeAll(async () => {
  site = await SampleSite.open();
  const { arena, services } = site.started;
  for (const who of Object.keys(RACERS)) {
    await site.join(who);
    const submission = { hotkey: addressOf(who), agentName: who, file: Buffer.from(`# ${who}\n${GOOD_AGENT}`) };
    const { agent_version_id } = await submitAgent(arena, submission, { analyse: services.analyse });
    versions.set(agent_version_id, who);
  }
});
afterAll(() => site.close());

function solvedBy(version: string): number {
  return RACERS[versions.get(version) as keyof typeof RACERS];
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function raceState(number: number): Promise<string | undefined> {
  const { reader } = site.started.arena.database;
  const row = await reader.selectFrom('races').select('state').where('race_number', '=', number).executeTakeFirst();
  return row?.state;
}

/** Writes the filter results for each racer's attempts in the first race, two per run. */
async function writeFindings(agency: Readonly<Record<string, number>>): Promise<void> {
  const runs = await site.started.arena.database.reader
    .selectFrom('runs')
    .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
    .innerJoin('races', 'races.race_id', 'work_items.race_id')
    .select(['runs.run_id', 'runs.agent_version_id'])
    .where('races.race_number', '=', 1)
    .execute();
  const rejected = runs.flatMap(({ run_id, agent_version_id }) => {
    const agency_number = agency[versions.get(agent_version_id)!];
    const attempt = (number: number) => ({ attempt_id: `${run_id}-${number}`, run_id, agent: 'a', agency_number });
    return agency_number === undefined ? [] : [attempt(1), attempt(2)];
  });
  mkdirSync(join(site.folder, 'findings'), { recursive: true });
  const lines = rejected.map((each) => `${JSON.stringify(each)}\n`).join('');
  site.file(join('findings', 'rejected.jsonl'), lines);
  site.file(join('findings', 'trajectories.jsonl'), '');
  site.file(join('findings', 'filter.json'), '{"versions":{}}');
}

/** Changes a result as if another version had won without the judge. */
async function changeWinnerByJudge(number: number): Promise<void> {
  await site.started.arena.database.withTransaction(async (transaction) => {
    const races = transaction.selectFrom('races').select('result').where('race_number', '=', number);
    const result = (await races.executeTakeFirstOrThrow()).result as unknown as PublishedResult;
    const [, second] = result.judge_off.ranking;
    const judge_off = { ...result.judge_off, same_top: false, top_agent_version_id: second!.agent_version_id };
    const changed = json({ ...result, judge_off });
    await transaction.updateTable('races').set({ result: changed }).where('race_number', '=', number).execute();
  });
}

describe('a race', { timeout: scaled(240_000) }, () => {
  it('assay race shows a race from its window to its result, and never a score too early', async () => {
    expect((await site.assay(['leaderboard'])).output).toMatch(
      /No version has a score on suite 1 \(sample, 10 problems\) yet\.\nThere is no champion yet/,
    );
    for (const validator of ['validator-a', 'validator-b']) {
      while ((await site.validate(validator, solvedBy)) !== undefined);
    }
    const open = await site.assay(['race']);
    expect(open.code).toBe(0);
    expect(open.output).toMatch(/Race 1 on suite 1: qualifying is open and closes .+ UTC, in /);
    expect(open.output).toMatch(/If it closed now, 3 would race:[\s\S]*ahead[\s\S]*near[\s\S]*behind/);
    // The arena caches public responses for seconds.
    const board = /1 +[0-9a-f]{8,} +ahead +1 +\S+ +0\.9000 .* races\n +2 +[0-9a-f]{8,} +near[\s\S]*3 on suite 1/;
    await until(async () => board.test((await site.assay(['leaderboard'])).output));

    const [ahead] = await site.versions('ahead');
    const short = /1 +([0-9a-f]{8,}) +ahead/.exec((await site.assay(['leaderboard'])).output)![1]!;
    const pinned = await site.as('ahead', 'race', 'pin', short);
    expect(pinned).toMatchObject({ code: 0, output: expect.stringContaining(`${ahead} races for you`) });
    expect(await site.as('near', 'race', 'pin', ahead!)).toMatchObject({ code: 1, output: '' });
    expect(await site.as('near', 'race', 'pin', short)).toMatchObject({
      code: 1,
      error: expect.stringContaining(`None of your versions has an id that begins with ${short}`),
    });
    expect((await site.as('near', 'status', short)).output).toContain(ahead);
    const runs = await site.as('operator', 'admin', 'runs', '--agent-version', short);
    expect(runs).toMatchObject({ code: 0, output: expect.stringMatching(new RegExp(`^[0-9a-f]{8,} +${short} `, 'm')) });
    const unknown = ['admin', 'run', 'invalidate', 'ffff-ffff', '--why', 'test'];
    expect(await site.as('operator', ...unknown)).toMatchObject({
      code: 1,
      error: expect.stringContaining('No run has an id that begins with ffff-ffff'),
    });
    const run = /^([0-9a-f]{8,}) /m.exec(runs.output)![1]!;
    expect(await site.as('near', 'admin', 'run', 'invalidate', run, '--why', 'test')).toMatchObject({ code: 1 });
    expect((await site.as('ahead', 'race', 'unpin')).code).toBe(0);
    expect(await site.as('ahead', 'race', 'unpin')).toMatchObject({
      code: 1,
      error: expect.stringContaining('No version is pinned'),
    });

    const stranger = await site.as('ahead', 'admin', 'race', 'close');
    expect(stranger).toMatchObject({ code: 1, error: expect.stringMatching(/NOT_ADMIN[\s\S]*operator/) });
    expect(await site.as('operator', 'admin', 'race', 'close')).toMatchObject({ code: 0 });
    await until(async () => (await raceState(1)) === 'race_running');
    await site.validate('validator-a', solvedBy);
    // This response may also be cached, from before the run.
    let running = '';
    await until(async () => {
      running = (await site.assay(['race'])).output;
      return /running, 1 of 3 scored/.test(running);
    });
    expect(running).not.toMatch(/0\.9000 +0\./);
    const inside = await site.as('operator', 'admin', 'race', 'inspect');
    expect(inside.output).toMatch(/race_running[\s\S]*1 of 3 scored on 10 problems/);

    await until(async () => (await site.validate('validator-a', solvedBy)) === undefined);
    await until(async () => (await raceState(1)) === 'promoted');
    const result = await site.assay(['race', '1']);
    expect(result.code).toBe(0);
    expect(result.output).toMatch(/1 +[0-9a-f]{8,} +ahead .*0\.9000 +0\.9000 +challenger/);
    expect(result.output).toMatch(/New champion: ahead, version 1; there was no incumbent to beat\./);
    expect(result.output).toMatch(/3 challengers tried that day/);
    expect(result.output).toMatch(/Without the judge the champion would be the same/);
    const history = await site.assay(['race', '--history']);
    expect(history.output).toMatch(/1 +promoted .* 3 +ahead +0\.9000/);
    const document = JSON.parse((await site.assay(['race', 'show', '1', '--json'])).output);
    const shown = await site.assay(['race', document.race.race_id.slice(0, 8)]);
    expect(shown.output).toBe(result.output);
    expect(document.result).toMatchObject({ changed: true, why: 'NO_INCUMBENT', challengers_tried: 3 });
    const crowned = await site.assay(['leaderboard', '--race']);
    expect(crowned.error).toBe('');
    expect(crowned.output).toMatch(/1 +[0-9a-f]{8,} +ahead .* champion, races/);
    expect(crowned.output).toMatch(
      /Champion: ahead, version 1, score 0\.9000, for 0\.0 days, paid 100 %\. A challenger needs 0\.911/,
    );

    await until(async () => (await raceState(2)) === 'qualifying_open');
    await closeQualifyingNow(site.started.arena, addressOf('operator'));
    await until(async () => {
      await site.validate('validator-a', solvedBy);
      return (await raceState(2)) === 'promoted';
    });
    // The list of races may also be cached and not contain the second one yet.
    let defended = '';
    await until(async () => {
      defended = (await site.assay(['race', '2'])).output;
      return defended !== '';
    });
    expect(defended).toMatch(/ahead .* incumbent\n.*near .* challenger/);
    expect(defended).toMatch(
      /The champion stays ahead, version 1; no challenger cleared the margin \(0\.911\d was needed\)/,
    );
    expect(defended).toMatch(/1 challenger tried that day/);
    expect(defended).toMatch(/near, version 1 +0\.000 \(95 %: −0\.\d+ to \+0\.\d+, 10 problems\); the only challenger/);
    expect(await site.assay(['race', '77'])).toMatchObject({ code: 1, error: expect.stringContaining('no race 77') });

    // The winners were scripted, and the loser was agentic.
    await writeFindings({ ahead: 0, near: 0.5, behind: 1 });
    const replay = await site.assay(['race', 'replay', '1', '--policy', 'agency', '--corpus', 'findings']);
    expect(replay.error).toBe('');
    expect(replay.output).toMatch(/ahead, version 1 +1 +0\.9000 .* 100 % +0\.000 +2 attempts +3 +0\.0000 .* 0 %/);
    expect(replay.output).toMatch(
      /near, version 1 +2 +0\.9000 +0\.\d+ to \S+ +0 % +0\.500 +2 attempts +1 +0\.4500 +0\.\d+ to 0\.\d+ +100 %/,
    );
    expect(replay.output).toMatch(/Champion after race \d+: ahead, version 1.*\n.*would be .*near, version 1/);
    expect(replay.output).toMatch(/Changed: another champion; 3 ranks\./);
    const harder = ['race', 'replay', '1', '--policy', 'agency:4', '--corpus', 'findings', '--json'];
    const { official, scenarios } = JSON.parse((await site.assay(harder)).output);
    const [squared] = scenarios;
    expect(squared).toMatchObject({
      same_top: false,
      unknown: [],
      policy: { name: 'agency:4', agency: { exponent: 4 } },
    });
    expect(versions.get(squared.replayed.top_agent_version_id)).toBe('behind');
    expect(versions.get(official.top_agent_version_id)).toBe('ahead');
    // The champion has not changed.
    expect(JSON.parse((await site.assay(['race', 'show', '1', '--json'])).output).result).toEqual(document.result);
    await writeFindings({ ahead: 0, near: 0.5 });
    expect(await site.assay(['race', 'replay', '1', '--policy', 'agency', '--corpus', 'findings'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /behind, version 1 .* unknown [\s\S]*The winner is unknown: no attempt of behind, version 1/,
      ),
    });
    const several = ['race', 'replay', '2', '--policy', 'emission:compounding', '--policy', 'threshold:0.5+margin:0.5'];
    const compared = await site.assay(several);
    expect(compared).toMatchObject({ code: 0, error: '' });
    expect(compared.output).toMatch(/Changed: share in a week 85(?:\.\d)? % → 85\.9 %\./);
    expect(compared.output).toMatch(/Changed: margin 0\.01\d+ → 0\.\d+; threshold 0\.911\d → 1\.\d+\./);
    expect(compared.output).toMatch(/With a qualifying share of 0\.5 further versions could have raced/);
    expect(compared.output).toMatch(
      /as it was +ahead, version 1 [\s\S]*emission:compounding +ahead, version 1 .* no\n/,
    );
    const none = await site.assay(['race', 'replay', '2', '--policy', 'agency']);
    expect(none).toMatchObject({ code: 1, output: expect.stringMatching(/the arena has no follow rates/) });
    const rewarded = await site.assay(['race', 'replay', '2', '--policy', 'reward-agency']);
    expect(rewarded).toMatchObject({ code: 0, output: expect.stringMatching(/not probed[\s\S]*Nothing changes\./) });
    expect((await site.assay(['race', 'replay', '1', '--policy', 'luck', '--corpus', 'findings'])).code).not.toBe(0);

    expect(defended).not.toContain('Alarm');
    await changeWinnerByJudge(1);
    await until(async () => {
      const { output } = await site.assay(['race', '--history']);
      return /^Alarm \(judge decided\): .* The judge changed the winner of race 1\.$/m.test(output);
    });
    const { alarm } = JSON.parse((await site.assay(['race', '2', '--json'])).output);
    expect(alarm).toMatchObject({ state: 'judge decided', races: 2, judge: { decided: [{ race_number: 1 }] } });
  });
});

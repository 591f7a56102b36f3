import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSuite } from '../../arena/exam.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { json } from '../../store/database.ts';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { SampleServer } from '../testing/sample/sample-server.ts';
import { addressOf } from '../testing/sample/sample-wallets.ts';

/** A race that would have another winner without the judge. */
async function addJudgedRace({ database, now }: SampleServer['arena']): Promise<void> {
  const problems = sampleProblems(3);
  const { suiteId } = await createSuite(database, { name: 's', problems, isPublic: true }, { who: 'o', now: now() });
  const [first, second] = [randomUUID(), randomUUID()];
  const place = (rank: number, agent_version_id: string) => {
    return { rank, agent_version_id, miner_hotkey: addressOf('alice'), score: 1 / rank };
  };
  const why = { incumbent_agent_version_id: null, why: 'NO_INCUMBENT', threshold: null };
  const result = {
    ...{ ...why, top_agent_version_id: first, changed: true, margin: null, days_as_top: null },
    ...{ challengers_tried: 2, comparisons: [], ranking: [place(1, first), place(2, second)] },
    judge_off: {
      ...{ same_top: false, top_agent_version_id: second, why: 'NO_INCUMBENT', threshold: null },
      ranking: [place(1, second), place(2, first)],
    },
  };
  const times = { opens_at: now(), closes_at: now(), since: now(), created_at: now(), started_at: now() };
  const nothing = { qualifying_threshold: null, incumbent_version_id: null, draw_commitment: null, set_id: null };
  await database.withTransaction(async (transaction) => {
    await transaction
      .insertInto('races')
      .values({
        ...{ race_id: randomUUID(), race_number: 3, suite_id: suiteId, state: 'promoted', ...times, ...nothing },
        ...{ completed_at: now(), scored_count: 2, winner_version_id: null, winner_score: null, reason: null },
        ...{ result: json(result), draw: null },
      })
      .execute();
  });
}

describe('race alarm and metrics', () => {
  let server: SampleServer;
  beforeEach(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
  });
  afterEach(async () => await server.close());

  async function metrics(): Promise<string> {
    return (await (await fetch(`${server.url}/metrics`)).text()).replace(/^#.*\n/gm, '');
  }

  it('the metrics count requests per validator only with the token', async () => {
    const target = '/v1/validator/evaluation-runs/00000000-0000-0000-0000-000000000000/progress';
    await server.ask({ as: 'idle', method: 'POST', target, body: { problems: [] } });
    const { ask, close } = await server.openAnother({ metricsToken: 'a secret' });
    const counted = async (authorization: string) =>
      (await ask({ target: '/metrics', headers: { authorization } })).text.includes('route="/v1/validator/');
    expect([await counted('Bearer a secret'), await counted('Bearer another'), await counted('')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await metrics()).not.toContain('route="/v1/validator/');
    expect(await metrics()).toContain('assay_http_request_seconds_count');
    await close();
  });

  it('the race alarm has too little data at first', async () => {
    const { status, json: alarm } = await server.ask({ target: '/v1/public/races/alarm' });
    expect({ status, alarm }).toMatchObject({ status: 200, alarm: { state: 'too little', races: 0 } });
    expect(await metrics()).toMatch(/^assay_race_alarm\{state="too little"\} 1$/m);
    expect((await server.ask({ target: '/v1/public/races/alarm?races=0' })).status).toBe(422);
  });

  it('the race alarm is in the API and the metrics when the judge changed a winner', async () => {
    await addJudgedRace(server.arena);
    const { json: alarm } = await server.ask({ target: '/v1/public/races/alarm?races=3' });
    expect(alarm).toMatchObject({ state: 'judge decided', races: 1, judge: { decided: [{ race_number: 3 }] } });
    const text = await metrics();
    for (const line of [
      'assay_race_alarm{state="judge decided"} 1',
      'assay_race_alarm{state="scripted ahead"} 0',
      'assay_race_alarm{state="ok"} 0',
      'assay_race_alarm{state="too little"} 0',
      'assay_race_alarm_races{what="all"} 1',
      'assay_race_alarm_races{what="judge decided"} 1',
      'assay_race_alarm_races{what="scripted ahead"} 0',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { noticesOf } from './notice.ts';

const RUN = {
  eval_run_id: 'r',
  agent_version_id: 'v',
  agent_name: 'shopper',
  version_number: 3,
  miner_hotkey: '5Alice',
  validator_hotkey: '5Val',
  phase: 'QUALIFYING',
  race_id: null,
  race_number: null,
  status: 'SUCCESS',
  fault_owner: null,
};
const RACE = { race_id: 'race', race_number: 7, qualifying_threshold: 0.5 };

describe('noticesOf', () => {
  it('tells a contestant of a run that finished or failed', () => {
    const [notice] = noticesOf({ what: 'run.completed', data: RUN });
    expect(notice).toMatchObject({
      kind: 'run_finished',
      hotkey: '5Alice',
      data: { eval_run_id: 'r', status: 'SUCCESS' },
    });
    expect(notice!.text).toBe('A run of shopper v3 in qualifying finished.');
    const failed = { ...RUN, status: 'FAILED', phase: 'RACE', race_number: 2 };
    expect(noticesOf({ what: 'run.completed', data: failed })[0]!.text).toBe('A run of shopper v3 in race 2 failed.');
  });

  it('tells each racer that they qualified, and no racer about another', () => {
    const racers = [
      { agent_version_id: 'a', miner_hotkey: '5Alice', qualification_type: 'INCUMBENT', qualifying_score: 0.75 },
      { agent_version_id: 'b', miner_hotkey: '5Bob', qualification_type: 'THRESHOLD', qualifying_score: 0.5 },
    ];
    const notices = noticesOf({ what: 'race.closed', data: { ...RACE, racers } });
    expect(notices.map(({ hotkey, data }) => [hotkey, data.agent_version_id])).toEqual([
      ['5Alice', 'a'],
      ['5Bob', 'b'],
    ]);
    expect(notices[0]!.text).toBe('Qualified for race 7 with a score of 0.7500.');
  });

  it('notifies every webhook of the result of a race, without its details', () => {
    const result = { changed: true, top_agent_version_id: 'b', ranking: [1, 2, 3] };
    const [decided] = noticesOf({ what: 'race.promoted', data: { ...RACE, result, draw_seed: 'x' } });
    expect(decided).toEqual({
      kind: 'race_decided',
      hotkey: null,
      text: 'Race 7 is decided: there is a new champion.',
      data: {
        race_id: 'race',
        race_number: 7,
        outcome: 'decided',
        champion_changed: true,
        top_agent_version_id: 'b',
      },
    });
    const [cancelled] = noticesOf({ what: 'race.cancelled', data: RACE });
    expect(cancelled).toMatchObject({ hotkey: null, text: 'Race 7 was cancelled.', data: { outcome: 'cancelled' } });
  });

  it('makes nothing of other events, or of what it does not understand', () => {
    for (const data of [null, [], 'x', {}, { racers: 'none' }, { racers: [null, 5] }]) {
      expect(noticesOf({ what: 'run.completed', data })).toEqual([]);
      expect(noticesOf({ what: 'race.closed', data })).toEqual([]);
      expect(noticesOf({ what: 'run.started', data })).toEqual([]);
    }
  });
});

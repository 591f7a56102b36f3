import { describe, expect, it } from 'vitest';
import { linksOf } from './event-subjects.ts';

describe('subjects of an event', () => {
  it('names the version, race and validator of a run', () => {
    const data = {
      agent_name: 'fox',
      agent_version_id: 'v',
      miner_hotkey: 'ann',
      validator_hotkey: 'north',
      race_id: 'r',
      race_number: 3,
    };
    expect(linksOf({ what: 'run.completed', data })).toEqual({
      version: { id: 'v', name: 'fox' },
      race: { id: 'r', number: 3 },
      validator: 'north',
    });
  });

  it('names the contestant where there is no version, and the validator of weights and bans', () => {
    expect(linksOf({ what: 'submission.refused', data: { miner_hotkey: 'ann' } })).toEqual({ contestant: 'ann' });
    expect(linksOf({ what: 'hotkey.banned', data: { hotkey: 'ann', role: 'miner' } })).toEqual({ contestant: 'ann' });
    expect(linksOf({ what: 'hotkey.named', data: { hotkey: 'of either role' } })).toEqual({});
    expect(linksOf({ what: 'hotkey.banned', data: { hotkey: 'north', role: 'validator' } })).toEqual({
      validator: 'north',
    });
    expect(linksOf({ what: 'weights.set', data: { hotkey: 'north' } })).toEqual({ validator: 'north' });
  });

  it('leads to the page of the corpus and of the chain', () => {
    expect(linksOf({ what: 'corpus.published', data: { release_number: 1 } })).toEqual({ page: '/corpus' });
    expect(linksOf({ what: 'epoch.pinned', data: { epoch: 2 } })).toEqual({ page: '/chain' });
  });

  it('reads nothing from data of another form', () => {
    for (const data of [null, [1], 'x', { agent_version_id: 7, race_id: 'r', hotkey: '' }]) {
      expect(linksOf({ what: 'constructor.x', data })).toEqual({});
    }
  });
});

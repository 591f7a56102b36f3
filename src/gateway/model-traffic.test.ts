import { describe, expect, it } from 'vitest';
import { ModelTraffic } from './model-traffic.ts';

const MODEL = 'some/model';

describe('ModelTraffic', () => {
  it('counts model traffic per agent, model and endpoint', () => {
    let now = 0;
    const traffic = new ModelTraffic(() => now);
    const mine = traffic.of('one', 'mine');
    const theirs = traffic.of('one', 'theirs');
    const elsewhere = traffic.of('two', 'theirs');
    now = 10;
    mine.note(MODEL, false);
    mine.note(MODEL, true, true);
    elsewhere.note(MODEL, true);
    theirs.note('other/model', true);
    expect(mine.others(MODEL, 0)).toEqual({ answered: 0, failingAgents: 0 });
    theirs.note(MODEL, false);
    expect(mine.others(MODEL, 0)).toEqual({ answered: 0, failingAgents: 1 });
    expect(mine.others(MODEL, 11)).toEqual({ answered: 0, failingAgents: 0 });
    theirs.note(MODEL, true);
    expect(mine.others(MODEL, 0)).toEqual({ answered: 1, failingAgents: 0 });
  });

  it('model traffic remembers an answer of this run, but not an earlier one', () => {
    let now = 0;
    const traffic = new ModelTraffic(() => now);
    traffic.of('one', 'earlier').note(MODEL, true);
    now = 1;
    const mine = traffic.of('one', 'mine');
    expect(mine.hasAnswered(MODEL)).toBe(false);
    mine.note(MODEL, true);
    for (let failures = 0; failures < 1_000; failures++) mine.note(MODEL, false);
    expect(mine.hasAnswered(MODEL)).toBe(true);
  });
});

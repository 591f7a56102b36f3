import { describe, expect, it } from 'vitest';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { type SampleAttemptOptions, sampleCertified } from '../testing/sample-results.ts';
import { Excuses } from './excuses.ts';
import { RunResults } from './run-results.ts';

const [problem] = sampleProblems(1, 'p');
const START = Date.parse('2026-03-01T10:00:00Z');
const MINUTE = 60_000;

function failed(minutes: number, options: SampleAttemptOptions = {}) {
  const finishedAt = new Date(START + minutes * MINUTE);
  return sampleCertified(problem!, { fault: 'INFERENCE_FAILED', confirmedBy: 'probe', finishedAt, ...options }).attempt;
}

describe('the excuses of a run', () => {
  it('excuses count outages, not the attempts that one outage ends', () => {
    const excuses = new Excuses(30, 0.05);
    for (let attempt = 0; attempt < 15; attempt++) expect(excuses.note(failed(0.05 * attempt))).toBe(true);
    expect(excuses.report).toEqual({
      attempts: 15,
      repeated: 15,
      refused: 0,
      departed: 0,
      outages: 1,
      reasons: { INFERENCE_FAILED: 15 },
    });
  });

  it('after a share of the problems excuses are used up, and failures count', () => {
    const excuses = new Excuses(60, 0.05);
    const excused = [0, 10, 20, 30, 40].map((minutes) => excuses.note(failed(minutes)));
    expect(excused).toEqual([true, true, true, false, false]);
    expect(excuses.report).toMatchObject({ repeated: 3, refused: 2, outages: 3 });
    // Another attempt ended by an excused outage, recorded late.
    expect(excuses.note(failed(10.5))).toBe(true);
  });

  it('an endless outage uses up the excuses', () => {
    const excuses = new Excuses(10, 0.05);
    const excused = Array.from({ length: 20 }, (_, minute) => excuses.note(failed(minute * 0.9)));
    expect(excused[0]).toBe(true);
    expect(excused.at(-1)).toBe(false);
  });

  it('failures of the validator use up no excuse', () => {
    const excuses = new Excuses(10, 0.05);
    for (let minutes = 0; minutes < 100; minutes += 10) {
      expect(excuses.note(failed(minutes, { fault: 'SANDBOX_FAILED' }))).toBe(true);
    }
  });

  it('a repeated attempt with other requests gets no excuse', () => {
    const excuses = new Excuses(30, 0.05);
    expect(excuses.note(failed(0, { replay: { completions: 2, departed: true } }))).toBe(false);
    expect(excuses.note(failed(0, { replay: { completions: 2, departed: false } }))).toBe(true);
    expect(excuses.report).toMatchObject({ repeated: 1, refused: 1, departed: 1 });
  });

  it('few repeated attempts may make other requests, those before a crash included', () => {
    const excuses = new Excuses(40, 0.05);
    excuses.note(sampleCertified(problem!, { replay: { completions: 1, departed: true } }).attempt);
    expect([excuses.grantDeparture(), excuses.grantDeparture()]).toEqual([true, false]);
  });

  it('an attempt without excuses left becomes a result', () => {
    const results = new RunResults([{ problem: problem!, wireId: 'p' }], 10, 0);
    const certified = (minutes: number) =>
      sampleCertified(problem!, { fault: 'INFERENCE_FAILED', finishedAt: new Date(START + minutes * MINUTE) });
    expect([0, 10, 20].map((minutes) => results.note(certified(minutes)))).toEqual([false, false, true]);
    expect(results.results).toHaveLength(1);
    expect(results.open).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RACE_STATES } from '../race/race-state.ts';
import {
  discloseMessages,
  discloseProblem,
  discloseRun,
  isLoadPublic,
  isProgressPublic,
  type ProblemState,
  publicComponents,
} from './disclose.ts';

const ANONYMOUS = { hotkey: null, isAdmin: false };
const OWNER = { hotkey: 'owner', isAdmin: false };
const RIVAL = { hotkey: 'rival', isAdmin: false };
const ADMIN = { hotkey: null, isAdmin: true };
const PUBLIC_STATES = ['race_complete', 'promoted'];

const times = fc.option(fc.constant(1));
const raceProblems: fc.Arbitrary<ProblemState> = fc.record({
  phase: fc.constant('RACE'),
  race_state: fc.constantFrom(...RACE_STATES),
  closed_at: times,
  miner_hotkey: fc.constant('owner'),
  released_at: times,
  isDrawRevealed: fc.boolean(),
  isRetired: fc.boolean(),
  isSuitePublic: fc.boolean(),
  isOutOfUse: fc.boolean(),
});

const qualifying: ProblemState = {
  phase: 'QUALIFYING',
  race_state: null,
  closed_at: 1,
  miner_hotkey: 'owner',
  released_at: null,
  isDrawRevealed: false,
  isRetired: false,
  isSuitePublic: true,
  isOutOfUse: false,
};

describe('disclosure of a race', () => {
  it('disclosure of a race is the same for the owner, another contestant and a stranger', () => {
    fc.assert(
      fc.property(raceProblems, (problem) => {
        for (const viewer of [OWNER, RIVAL]) {
          expect(discloseProblem(problem, viewer)).toEqual(discloseProblem(problem, ANONYMOUS));
          expect(discloseRun(problem, viewer)).toEqual(discloseRun(problem, ANONYMOUS));
        }
      }),
    );
  });

  it('results of single race problems are shown only after the race, the reveal and the retirement', () => {
    fc.assert(
      fc.property(raceProblems, (problem) => {
        const { results, isListed } = discloseProblem(problem, OWNER);
        const isOver = PUBLIC_STATES.includes(problem.race_state!);
        expect(results === 'each').toBe(isOver && problem.isDrawRevealed && problem.isRetired);
        expect(isListed).toBe(isOver && problem.isDrawRevealed);
      }),
    );
  });

  it('disclosure of a race never shows text, questions, answer keys or more than totals', () => {
    fc.assert(
      fc.property(raceProblems, (problem) => {
        expect(discloseProblem(problem, OWNER)).toMatchObject({ logs: false, query: false, answerKey: false });
        const run = discloseRun(problem, OWNER);
        expect(run.logs).toBe(false);
        expect(discloseMessages({ ...problem, has_twins: false }, OWNER)).toBe('none');
        expect(run.scores).toBe(PUBLIC_STATES.includes(problem.race_state!) ? 'totals' : 'none');
      }),
    );
  });

  it('disclosure of a race hides progress and load', () => {
    expect([isProgressPublic('RACE'), isLoadPublic('RACE')]).toEqual([false, false]);
    expect([isProgressPublic('QUALIFYING'), isLoadPublic('QUALIFYING')]).toEqual([true, true]);
  });

  it('disclosure of a race leaves the numbers that decide it', () => {
    const sent = { success_rate: 0.5, field_matching: 0.123456789, cpu_seconds: 3.14, note: 'text' };
    expect(publicComponents(sent, 'totals')).toEqual({ success_rate: 0.5 });
    expect(publicComponents(sent, 'all')).toEqual({
      success_rate: 0.5,
      field_matching: 0.123456789,
      cpu_seconds: 3.14,
    });
    expect(publicComponents(sent, 'none')).toBeNull();
    expect(publicComponents(null, 'all')).toBeNull();
  });
});

describe('disclosure in qualifying', () => {
  it('qualifying results are hidden from strangers until enough validators have run the version', () => {
    const open = { ...qualifying, closed_at: null };
    const shown = (state: ProblemState) =>
      [ANONYMOUS, OWNER, ADMIN].map((viewer) => discloseProblem(state, viewer).results);
    expect(shown(open)).toEqual(['none', 'each', 'each']);
    expect(shown(qualifying)).toEqual(['each', 'each', 'each']);
  });

  it('messages are shown to the owner, but in runs with twins only those of public problems', () => {
    const shown = (has_twins: boolean) =>
      [ANONYMOUS, RIVAL, OWNER, ADMIN].map((viewer) =>
        discloseMessages({ ...qualifying, released_at: 1, has_twins }, viewer),
      );
    expect(shown(false)).toEqual(['none', 'none', 'all', 'all']);
    expect(shown(true)).toEqual(['none', 'none', 'public_problems', 'all']);
  });

  it('logs are shown to the owner, and to all once the code is released', () => {
    expect(discloseRun(qualifying, OWNER).logs).toBe(true);
    const released = { ...qualifying, released_at: 1 };
    expect(discloseRun(released, ANONYMOUS).logs).toBe(true);
    expect(discloseRun(qualifying, ANONYMOUS).logs).toBe(false);
    // The second validator of a version that is run again must not be able to copy from the first.
    expect(discloseRun({ ...released, closed_at: null }, ANONYMOUS).logs).toBe(false);
    expect(discloseRun({ ...qualifying, closed_at: null }, OWNER).logs).toBe(true);
  });

  it('the answer of a problem is public only when it is a public problem out of use', () => {
    const shown = (state: Partial<ProblemState>) =>
      [ANONYMOUS, OWNER, ADMIN].map((viewer) => discloseProblem({ ...qualifying, ...state }, viewer).answerKey);
    expect(shown({ isRetired: true })).toEqual([false, false, true]);
    expect(shown({ isRetired: true, isOutOfUse: true, isSuitePublic: false })).toEqual([false, false, true]);
    expect(shown({ isRetired: true, isOutOfUse: true })).toEqual([true, true, true]);
  });

  it('a suite that is not public is visible to its owner and the operator only', () => {
    const sealed = { ...qualifying, isSuitePublic: false };
    expect(discloseProblem(sealed, ANONYMOUS)).toMatchObject({ isListed: false, results: 'none', query: false });
    expect(discloseProblem(sealed, OWNER)).toMatchObject({ isListed: true, results: 'each', query: false });
    expect(discloseProblem(sealed, ADMIN)).toMatchObject({ isListed: true, query: true, answerKey: true });
  });
});

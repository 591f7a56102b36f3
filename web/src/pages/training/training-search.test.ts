import { describe, expect, it } from 'vitest';
import { chosenRuns, readTrainingSearch, withRun } from './training-search.ts';

const here = ['a', 'b', 'c'].map((name) => ({ run_id: `here.${name}`, measured: 'here' as const }));
const elsewhere = ['x', 'y'].map((name) => ({ run_id: `elsewhere.${name}`, measured: 'elsewhere' as const }));
const all = [...here, ...elsewhere];
const ids = (runs: readonly { readonly run_id: string }[]) => runs.map(({ run_id }) => run_id);

describe('the runs that are compared', () => {
  it('the shown runs are the newest of each origin where the address names none that exist', () => {
    expect(ids(chosenRuns(here, {}))).toEqual(['here.a']);
    expect(ids(chosenRuns(elsewhere, { runs: 'here.a,elsewhere.z' }))).toEqual(['elsewhere.x']);
    expect(chosenRuns([], {})).toEqual([]);
  });

  it('the shown runs are those of the address, added and removed one by one, and never none', () => {
    const two = withRun({}, all, here[1]!, true);
    expect(two.runs).toBe('here.a,here.b,elsewhere.x');
    expect(ids(chosenRuns(here, two))).toEqual(['here.a', 'here.b']);
    const one = withRun(two, all, here[0]!, false);
    expect(one.runs).toBe('here.b,elsewhere.x');
    expect(withRun(one, all, here[1]!, false).runs).toBe('here.b,elsewhere.x');
  });

  it('the shown runs are read from an untrusted URL', () => {
    expect(readTrainingSearch({ runs: 'here.a,elsewhere.b', problem: 7, other: 1 })).toEqual({
      runs: 'here.a,elsewhere.b',
      problem: '7',
    });
    expect(readTrainingSearch({ runs: '<script>', problem: '' })).toEqual({});
  });
});

/** URL search parameters of the training page. */
export interface TrainingSearch {
  /** Ids of the compared runs, separated by commas. */
  readonly runs?: string;
  /** The problem whose samples are shown. */
  readonly problem?: string;
}

const LONGEST = 500;
/** More lines in one chart would be hard to distinguish. */
export const MOST_RUNS = 6;

/** Reads the search part of a URL, which is untrusted: unknown values are ignored. */
export function readTrainingSearch({ runs, problem }: Readonly<Record<string, unknown>>): TrainingSearch {
  const name = typeof problem === 'number' ? String(problem) : problem;
  return {
    ...(typeof runs === 'string' && /^[\w.,-]+$/.test(runs) && runs.length <= LONGEST && { runs }),
    ...(typeof name === 'string' && name !== '' && name.length <= LONGEST && { problem: name }),
  };
}

interface Listed {
  readonly run_id: string;
  readonly measured: 'here' | 'elsewhere';
}

/**
 * The runs of one origin to show: those named in the URL, else the newest. Runs of this arena and runs measured
 * elsewhere never share a chart, so each origin has its own selection.
 */
export function chosenRuns<Run extends Listed>(all: readonly Run[], { runs }: TrainingSearch): readonly Run[] {
  const named = new Set(runs?.split(','));
  const chosen = all.filter(({ run_id }) => named.has(run_id)).slice(0, MOST_RUNS);
  return chosen.length > 0 ? chosen : all.slice(0, 1);
}

/** Search parameters with a run added or removed; the last run of its origin stays. */
export function withRun<Run extends Listed>(
  search: TrainingSearch,
  all: readonly Run[],
  run: Run,
  isShown: boolean,
): TrainingSearch {
  const origins = Map.groupBy(all, ({ measured }) => measured);
  const ids = [...origins.entries()].flatMap(([measured, of]) => {
    const shown = chosenRuns(of, search).map(({ run_id }) => run_id);
    if (measured !== run.measured) return shown;
    const next = isShown ? [...new Set([...shown, run.run_id])] : shown.filter((id) => id !== run.run_id);
    return next.length === 0 ? shown : next.slice(0, MOST_RUNS);
  });
  return readTrainingSearch({ ...search, runs: ids.join(',') });
}

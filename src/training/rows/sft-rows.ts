import { Random } from '../../random/random.ts';
import type { LeftOut } from './corpus-trace.ts';
import { type Trace, throughLastSpoken, trainingMessages } from './trace.ts';
import type { SftRow } from './training-row.ts';

export interface SftRowOptions {
  readonly outcomes: 'successes' | 'all';
  readonly most_per_problem: number | null;
  readonly weighting: 'row' | 'problem';
  readonly seed: number;
}

export interface ChosenRows {
  readonly rows: readonly SftRow[];
  readonly left_out: Readonly<Partial<Record<LeftOut, number>>>;
}

/** Rows of the first stage, in corpus order. */
export function sftRows(traces: readonly (Trace | LeftOut)[], options: SftRowOptions): ChosenRows {
  const leftOut: Partial<Record<LeftOut, number>> = {};
  const leave = (reason: LeftOut, count = 1): void => {
    if (count > 0) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  };
  const fit = traces.filter((trace) => {
    const reason = reasonAgainst(trace, options);
    if (reason !== null) leave(reason);
    return reason === null;
  }) as readonly Trace[];
  const random = new Random(options.seed);
  const chosen = new Map<Trace, number>();
  for (const group of Map.groupBy(fit, ({ problem_id }) => problem_id).values()) {
    const taken = options.most_per_problem === null ? group : random.sample(group, options.most_per_problem);
    leave('OVER_CAP', group.length - taken.length);
    const weight = options.weighting === 'row' ? 1 : 1 / Math.sqrt(taken.length);
    for (const trace of taken) chosen.set(trace, weight);
  }
  const rows = fit.filter((trace) => chosen.has(trace)).map((trace) => sftRow(trace, chosen.get(trace)!));
  return { rows, left_out: leftOut };
}

export function sftRow({ id, problem_id, messages, tools }: Trace, weight: number): SftRow {
  return { id, problem_id, split: 'train', messages: trainingMessages(throughLastSpoken(messages)), tools, weight };
}

function reasonAgainst(trace: Trace | LeftOut, { outcomes }: SftRowOptions): LeftOut | null {
  if (typeof trace === 'string') return trace;
  return outcomes === 'successes' && trace.success !== true ? 'FAILED' : null;
}

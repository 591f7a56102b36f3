import { Random } from '../../random/random.ts';
import { type BalanceSettings, balanceSteps } from './balance-steps.ts';
import { interleaveSteps } from './interleave-steps.ts';
import type { LabelledStep } from './labelled-step.ts';
import { trainingMessages } from './trace.ts';
import type { KtoRow } from './training-row.ts';

export interface KtoRows {
  readonly rows: readonly KtoRow[];
  readonly counts: {
    /** Labelled steps by reason, before balancing dropped any. */
    readonly reasons: Readonly<Record<string, number>>;
    readonly desirable: number;
    readonly undesirable: number;
  };
}

export function ktoRows(steps: readonly LabelledStep[], settings: BalanceSettings, seed: number): KtoRows {
  const random = new Random(seed);
  const kept = interleaveSteps(balanceSteps(steps, settings, random), random);
  const reasons: Record<string, number> = {};
  for (const { reason } of steps) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    rows: kept.map(ktoRow),
    counts: {
      reasons,
      desirable: kept.filter(({ label }) => label).length,
      undesirable: kept.filter(({ label }) => !label).length,
    },
  };
}

function ktoRow({ trace, place, label }: LabelledStep): KtoRow {
  const messages = trainingMessages(trace.messages.slice(0, place + 1));
  return {
    id: `${trace.id}:${place}`,
    problem_id: trace.problem_id,
    split: 'train',
    prompt: messages.slice(0, -1),
    completion: [messages.at(-1)!],
    tools: trace.tools,
    label,
  };
}

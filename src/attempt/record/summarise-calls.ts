import { answererOf } from '../../gateway/answerer-of.ts';
import type { Call, CallKind } from '../../gateway/calls.ts';
import type { Attempt } from '../attempt.ts';

/** The models that answered, in the order of their first answer. */
export function summariseModels(recorded: readonly Call[]): NonNullable<Attempt['models']> {
  const models = new Map<string, NonNullable<Attempt['models']>[number]>();
  for (const call of recorded) {
    const by = answererOf(call);
    if (by === undefined) continue;
    const key = JSON.stringify([by.model, by.unnamed, by.endpoint, by.simulated]);
    const completions = (models.get(key)?.completions ?? 0) + 1;
    models.set(key, { ...by, completions });
  }
  return [...models.values()];
}

export type CallTotals = Pick<Attempt['usage'], 'calls' | 'prompt_tokens' | 'completion_tokens' | 'spend_microdollars'>;

/** Totals of the recorded calls. Only these count, not what any other party reports. */
export function summariseCalls(recorded: readonly Call[]): CallTotals {
  const calls: Record<CallKind, number> = {
    search: 0,
    view: 0,
    inference: 0,
    models: 0,
    health: 0,
    refused: 0,
    web: 0,
  };
  const totals = { prompt_tokens: 0, completion_tokens: 0, spend_microdollars: 0 };
  for (const { kind, usage, price_microdollars } of recorded) {
    calls[kind]++;
    totals.prompt_tokens += usage?.prompt_tokens ?? 0;
    totals.completion_tokens += usage?.completion_tokens ?? 0;
    totals.spend_microdollars += price_microdollars ?? 0;
  }
  const { web, ...always } = calls;
  return { calls: web === 0 ? always : calls, ...totals };
}

import type { Attempt } from '../../attempt/attempt.ts';
import { summariseModels } from '../../attempt/record.ts';
import type { Call } from '../../gateway/calls.ts';
import type { Policy } from '../filter/attempt-reading.ts';

export function policyOf({ simulated }: Pick<Attempt, 'simulated'>, calls: readonly Call[]): Policy {
  const models = summariseModels(calls).map(({ model, ...rest }) => ({ name: model, ...rest }));
  return {
    name: [...new Set(models.map(({ name }) => name))].join(' + '),
    simulated: simulated || models.some((model) => model.simulated),
    models,
  };
}

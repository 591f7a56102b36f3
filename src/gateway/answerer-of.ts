import type { AnsweredBy } from '../inference/inference.ts';
import { isSimulatedModel } from '../inference/simulated-models.ts';
import { ownField } from '../json/json-object.ts';
import type { Call } from './calls/call.ts';

/**
 * Who answered a call; `undefined` for calls that no model answered. Older records do not have this field. For them it
 * is taken from the answer, which also came from the provider.
 */
export function answererOf({ kind, status, answered_by, request, response }: AnsweredCall): AnsweredBy | undefined {
  if (kind !== 'inference' || status !== 200) return undefined;
  if (answered_by !== undefined) return answered_by;
  const model = [ownField(response, 'model'), ownField(request, 'model')].find((name) => typeof name === 'string');
  if (model === undefined) return undefined;
  const simulated = isSimulatedModel(model) || ownField(response, 'simulated') === true;
  return { model, endpoint: simulated ? 'simulated' : 'unknown', simulated };
}

type AnsweredCall = Pick<Call, 'kind' | 'status' | 'answered_by' | 'request' | 'response'>;

import { ownField } from '../json/json-object.ts';
import { firstChoice } from './read-response.ts';

/** Data for training that the text does not contain: token ids and log-probabilities. */
export interface TokenTrace {
  readonly prompt: readonly number[] | null;
  readonly completion: readonly number[] | null;
  readonly logProbabilities: readonly number[] | null;
}

/** The tokens in a response, if the provider returns them (vLLM with `return_token_ids`). */
export function readTokens(response: unknown): TokenTrace {
  const choice = firstChoice(response);
  const listed = ownField(ownField(choice, 'logprobs'), 'content');
  const logProbabilities = Array.isArray(listed) ? listed.map((each) => ownField(each, 'logprob')) : null;
  return {
    prompt: tokenIds(ownField(response, 'prompt_token_ids') ?? ownField(choice, 'prompt_token_ids')),
    completion: tokenIds(ownField(choice, 'token_ids')),
    logProbabilities: isNumbers(logProbabilities) ? logProbabilities : null,
  };
}

/** Checked without a schema, because a response has thousands of ids. */
function tokenIds(value: unknown): readonly number[] | null {
  return Array.isArray(value) && value.every(Number.isSafeInteger) ? value : null;
}

function isNumbers(values: readonly unknown[] | null): values is readonly number[] {
  return values?.every((value) => typeof value === 'number') ?? false;
}

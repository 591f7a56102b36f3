import { parseResponse } from '../chat/parse-response.ts';
import type { ChatRequest } from '../chat/schema.ts';
import { Fault } from '../fault/fault.ts';
import type { Inference } from './inference.ts';

/**
 * Returns the text of the answer, or throws a fault if there is none. For callers that treat a refusal like a missing
 * answer.
 */
export async function completeText(inference: Inference, body: ChatRequest): Promise<string> {
  const { status, body: answer } = await inference.chat(body);
  if (status < 200 || status > 299) throw failure(body.model, `it answered ${status}: ${answer.slice(0, 200)}`);
  const parsed = parseResponse(answer);
  if (!parsed.ok || parsed.completion.text === '') {
    throw failure(body.model, 'its answer is not a chat completion with text');
  }
  return parsed.completion.text;
}

function failure(model: string, reason: string): Fault {
  return new Fault('INFERENCE_FAILED', {
    message: `The model ${model} failed: ${reason}`,
    remedy: 'Check the address, the key and the model name.',
  });
}

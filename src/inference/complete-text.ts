import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { parseJson } from '../store/parse-json.ts';
import type { ChatBody, Inference } from './inference.ts';

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

/** The text of the answer; a fault when there is none. For callers to whom a refusal is as bad as silence. */
export async function completeText(inference: Inference, body: ChatBody): Promise<string> {
  const { status, body: answer } = await inference.chat(body);
  if (status < 200 || status > 299) throw failure(body.model, `it answered ${status}: ${answer.slice(0, 200)}`);
  const json = parseJson(answer);
  const parsed = completionSchema.safeParse(json.ok ? json.value : undefined);
  const content = parsed.success ? parsed.data.choices[0]!.message.content : undefined;
  if (!content) throw failure(body.model, 'its answer is no chat completion with text');
  return content;
}

function failure(model: string, reason: string): Fault {
  return new Fault('INFERENCE_FAILED', {
    message: `The model ${model} did not help: ${reason}`,
    remedy: 'Check the address, the key and the model name.',
  });
}

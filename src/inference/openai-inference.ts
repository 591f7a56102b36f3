import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { parseJson } from '../store/parse-json.ts';
import type { ChatRequest, Inference } from './inference.ts';

export interface OpenAiInferenceOptions {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly timeoutMilliseconds?: number;
  readonly attempts?: number;
  readonly firstDelayMilliseconds?: number;
}

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

/** No answer of a few sentences is this long; more is a broken or hostile server. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Any endpoint that speaks OpenAI's chat completions. Overload and outages are tried again with growing pauses. */
export class OpenAiInference implements Inference {
  readonly #options: Required<Omit<OpenAiInferenceOptions, 'apiKey'>> & Pick<OpenAiInferenceOptions, 'apiKey'>;

  constructor(options: OpenAiInferenceOptions) {
    this.#options = { timeoutMilliseconds: 60_000, attempts: 4, firstDelayMilliseconds: 500, ...options };
  }

  async complete(request: ChatRequest): Promise<string> {
    const { attempts, firstDelayMilliseconds } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#ask(request);
      if ('answer' in outcome) return outcome.answer;
      if (!outcome.passing || attempt === attempts) throw this.#failure(outcome.reason);
      await sleep(firstDelayMilliseconds * 2 ** (attempt - 1));
    }
  }

  async #ask(request: ChatRequest): Promise<{ answer: string } | { reason: string; passing: boolean }> {
    const { baseUrl, apiKey, timeoutMilliseconds } = this.#options;
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify({
          model: request.model,
          messages: request.messages,
          ...(request.temperature !== undefined && { temperature: request.temperature }),
          ...(request.maxTokens !== undefined && { max_tokens: request.maxTokens }),
        }),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      text = await readBounded(response);
    } catch (error) {
      return {
        reason:
          error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error),
        passing: true,
      };
    }
    if (!response.ok) {
      return {
        reason: `it answered ${response.status}: ${text.slice(0, 200)}`,
        passing: response.status === 429 || response.status >= 500,
      };
    }
    const json = parseJson(text);
    const parsed = completionSchema.safeParse(json.ok ? json.value : undefined);
    const content = parsed.success ? parsed.data.choices[0]!.message.content : undefined;
    return content ? { answer: content } : { reason: 'its answer is no chat completion with text', passing: false };
  }

  #failure(reason: string): Fault {
    return new Fault('INFERENCE_FAILED', {
      message: `The model endpoint ${this.#options.baseUrl} did not help: ${reason}`,
      remedy: 'Check the address, the key and the model name.',
    });
  }
}

async function readBounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`its answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

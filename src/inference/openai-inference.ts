import { z } from 'zod';
import {
  ChatClient,
  type ChatClientOptions,
  type ClientRequest,
  judgeStatus,
  keyRefused,
  type WholeResponse,
} from '../chat/client.ts';
import { parseBody } from '../chat/parse-response.ts';
import { readUsage } from '../chat/read-response.ts';
import type { ChatRequest } from '../chat/schema.ts';
import { Fault } from '../fault/fault.ts';
import { ownField } from '../json/json-object.ts';
import { endpointName } from './endpoint-name.ts';
import type { ChatAnswer, ChatOptions, Inference } from './inference.ts';
import { isSimulatedModel } from './simulated-models.ts';

export type OpenAiInferenceOptions = ChatClientOptions;

const DEFAULTS = {
  concurrency: 64,
  maxAnswerBytes: 4 * 1024 * 1024,
};

/** Maximum length of a model's name in the record. */
const LONGEST_NAME = 200;

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The gateway's port over `ChatClient`: returns the provider's bytes unchanged, errors included. */
export class OpenAiInference implements Inference {
  readonly #client: ChatClient;

  constructor(options: OpenAiInferenceOptions) {
    this.#client = new ChatClient({ ...DEFAULTS, ...options });
  }

  async chat(body: ChatRequest, { apiKey, signal, attempts }: ChatOptions = {}): Promise<ChatAnswer> {
    const request = { path: '/chat/completions', body: JSON.stringify(body), apiKey, signal, attempts } as const;
    const answer = await this.#ask(request);
    const json = parseBody(answer.body);
    const value = json.ok ? json.value : undefined;
    const named = ownField(value, 'model');
    const isNamed = typeof named === 'string' && named !== '';
    const model = isNamed ? named.slice(0, LONGEST_NAME) : body.model;
    // Detects simulated models also behind a relay.
    const simulated = isSimulatedModel(model) || ownField(value, 'simulated') === true;
    return {
      status: answer.status,
      body: answer.body,
      usage: json.ok ? readUsage(json.value) : null,
      ...(answer.retryAfter !== null && { retryAfterSeconds: answer.retryAfter / 1000 }),
      answeredBy: {
        model,
        endpoint: endpointName(this.#client.baseUrl),
        simulated,
        ...(!isNamed && { unnamed: true as const }),
      },
    };
  }

  async models(): Promise<readonly string[]> {
    const answer = await this.#ask({ path: '/models' });
    const listed = modelsIn(answer);
    if (listed !== undefined) return listed;
    throw this.#failure(`it answered ${answer.status} and no list of models: ${answer.body.slice(0, 200)}`);
  }

  /**
   * The models that the endpoint lists; none if it has no list, as some servers have not. Throws if no server answers,
   * or if it refuses the key.
   */
  async listedModels(): Promise<readonly string[]> {
    const answer = await this.#ask({ path: '/models' });
    const isRefused = answer.status >= 400 && judgeStatus(answer.status, answer.body).kind === 'key refused';
    if (isRefused) throw keyRefused(this.#client.baseUrl, answer, this.#client.apiKey);
    return modelsIn(answer) ?? [];
  }

  /** The last response of the provider in any of the attempts; throws if there was none. */
  async #ask(request: ClientRequest): Promise<WholeResponse> {
    try {
      const { answered, last } = await this.#client.send(request);
      request.signal?.throwIfAborted();
      if (answered !== undefined) return answered;
      throw this.#failure(last.kind === 'failure' ? last.detail : 'it answered nothing');
    } catch (error) {
      if (request.signal?.aborted) throw this.#failure('the call was given up');
      throw error;
    }
  }

  #failure(reason: string): Fault {
    return new Fault('INFERENCE_FAILED', {
      message: `The model endpoint ${this.#client.baseUrl} failed: ${reason}`,
      remedy: 'Check the address, the key and the model name.',
    });
  }
}

function modelsIn({ status, body }: WholeResponse): readonly string[] | undefined {
  const json = parseBody(body);
  const parsed = modelsSchema.safeParse(json.ok ? json.value : undefined);
  return status === 200 && parsed.success ? parsed.data.data.map(({ id }) => id) : undefined;
}

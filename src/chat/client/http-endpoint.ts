import { parseResponse } from '../parse-response.ts';
import { readResponse } from '../read-response.ts';
import { readTokens } from '../read-tokens.ts';
import type { ChatRequest } from '../schema.ts';
import { ChatClient, type ChatClientOptions } from './chat-client.ts';
import type { Endpoint, Reply } from './endpoint.ts';
import { keyRefused, modelUnknown } from './endpoint-faults.ts';
import type { WholeResponse } from './exchange.ts';
import { judgeStatus } from './judge-status.ts';

export type HttpEndpointOptions = ChatClientOptions;

/** A model behind OpenAI's chat-completions API, streamed if the request asks for it. */
export class HttpEndpoint implements Endpoint {
  readonly #client: ChatClient;

  constructor(options: HttpEndpointOptions) {
    this.#client = new ChatClient({ timeoutMilliseconds: 300_000, ...options });
  }

  async ask(body: ChatRequest, signal?: AbortSignal): Promise<Reply> {
    const sent = await this.#client.send({
      path: '/chat/completions',
      body: JSON.stringify(body),
      readsStreams: true,
      signal,
    });
    const { last, retries } = sent;
    if (last.kind === 'failure') return { ...last, retries };
    if (last.kind === 'whole') return this.#readWhole(last, body, retries);
    const completion = readResponse(last.response)!;
    const { secondsToFirst, seconds } = last;
    const measured = { ...completion, tokens: readTokens(last.response), secondsToFirst, seconds };
    return { kind: 'completion', completion: measured, retries };
  }

  #readWhole(answer: WholeResponse, { model }: ChatRequest, retries: number): Reply {
    const { status, body, seconds } = answer;
    const { baseUrl, apiKey } = this.#client;
    if (status >= 200 && status < 300) {
      const parsed = parseResponse(body);
      if (!parsed.ok) return { kind: 'failure', failure: 'malformed answer', detail: parsed.reason, retries };
      const tokens = readTokens(parsed.response);
      return {
        kind: 'completion',
        completion: { ...parsed.completion, tokens, secondsToFirst: null, seconds },
        retries,
      };
    }
    const meaning = judgeStatus(status, body);
    switch (meaning.kind) {
      case 'key refused':
        throw keyRefused(baseUrl, answer, apiKey);
      case 'model unknown':
        throw modelUnknown(baseUrl, model, body);
      case 'context full':
        return { kind: 'context full' };
      case 'failure': {
        const detail = `it answered ${status}: ${body.slice(0, 200)}`;
        return { kind: 'failure', failure: meaning.failure, detail, retries };
      }
    }
  }
}

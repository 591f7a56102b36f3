import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface StandInRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [field: string]: unknown;
}

/** Handles a request in any way a server might; `number` counts from 0. */
export type StandInBehaviour = (request: StandInRequest, response: ServerResponse, number: number) => void;

/** A model server for tests on a real port; it can simulate a misbehaving provider. */
export class StandInModel {
  readonly requests: StandInRequest[] = [];
  behaviour: StandInBehaviour;
  readonly #server: Server;

  private constructor(server: Server, behaviour: StandInBehaviour) {
    this.#server = server;
    this.behaviour = behaviour;
  }

  static async start(behaviour: StandInBehaviour = (_, response) => say(response, 'Hello.')): Promise<StandInModel> {
    const server = createServer();
    const model = new StandInModel(server, behaviour);
    server.on('request', async (request, response) => {
      response.on('error', () => {});
      const body = JSON.parse(await text(request).catch(() => '{}')) as StandInRequest;
      model.requests.push(body);
      model.behaviour(body, response, model.requests.length - 1);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  behave(behaviour: StandInBehaviour): void {
    this.requests.length = 0;
    this.behaviour = behaviour;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

export interface SpokenCall {
  readonly name: string;
  readonly arguments: string;
}

/** A complete answer in OpenAI's format. */
export function answerBody(content: string, calls: readonly SpokenCall[] = []): string {
  return JSON.stringify({
    choices: [
      {
        message: {
          role: 'assistant',
          content,
          ...(calls.length > 0 && {
            tool_calls: calls.map((called, place) => ({ id: `c${place}`, type: 'function', function: called })),
          }),
        },
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  });
}

export function say(response: ServerResponse, content: string, calls: readonly SpokenCall[] = []): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(answerBody(content, calls));
}

export function refuse(response: ServerResponse, status: number, body: string, headers = {}): void {
  response.writeHead(status, headers).end(body);
}

/** Sends pieces of a streamed answer, without the final event. */
export function stream(response: ServerResponse, pieces: readonly unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of pieces) response.write(`data: ${typeof piece === 'string' ? piece : JSON.stringify(piece)}\n\n`);
  response.end();
}

/** The calls of a sensible model for the lamp in the small market, by turn. */
export function shopForLamp({ messages }: StandInRequest): readonly SpokenCall[] {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  if (turn === 0) return [{ name: 'find_product', arguments: '{"q":"kavari desk lamp"}' }];
  if (turn === 1) return [{ name: 'view_product_information', arguments: '{"product_ids":"1001,1002"}' }];
  if (turn === 2) return [{ name: 'recommend_product', arguments: '{"product_ids":"1001"}' }];
  return [{ name: 'terminate', arguments: '{"status":"success"}' }];
}

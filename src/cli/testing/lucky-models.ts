import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';

/** Number of requests with the same key that are rejected after a request for status 429. */
const LIMITED_REQUESTS = 12;

const chatSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ content: z.string() })).min(1),
});

export interface LuckyModels {
  readonly baseUrl: string;
  /** Number of answers to each question. */
  readonly draws: ReadonlyMap<string, number>;
  /** Whether it answers; if not, it closes the connection of every request. */
  isThere: boolean;
  /** Forgets all draws. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * A provider that serves only `some/model`. Unlucky questions are answered "tails" the first time and "heads" from then
 * on, others always "heads": which questions are unlucky must not depend on their order. For "trouble N" it answers
 * with status N; 429 then holds for the next requests with the same key, like a rate limit.
 */
export async function startLuckyModels(isUnlucky: (question: string) => boolean): Promise<LuckyModels> {
  const draws = new Map<string, number>();
  const limited = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!models.isThere) return void request.socket.destroy();
    const print = (status: number, answer: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
    const complain = (status: number) => print(status, { error: { message: 'no' } });
    if (!request.url!.endsWith('/chat/completions')) return print(200, {});
    const json = parseJson(body);
    const { model, messages } = chatSchema.parse(json.ok ? json.value : undefined);
    const key = request.headers.authorization ?? '';
    const question = messages.at(-1)!.content;
    const left = limited.get(key) ?? 0;
    if (left > 0) {
      limited.set(key, left - 1);
      return complain(429);
    }
    if (model !== 'some/model') return complain(404);
    const trouble = Number(/^trouble (\d+)/.exec(question)?.[1] ?? 0);
    if (trouble === 429) limited.set(key, LIMITED_REQUESTS);
    if (trouble > 0) return complain(trouble);
    const draw = (draws.get(question) ?? 0) + 1;
    draws.set(question, draw);
    const message = { role: 'assistant', content: draw === 1 && isUnlucky(question) ? 'tails' : 'heads' };
    print(200, { model, choices: [{ index: 0, message, finish_reason: 'stop' }] });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const models: LuckyModels = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    draws,
    isThere: true,
    reset: () => {
      draws.clear();
      limited.clear();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return models;
}

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { scaled } from '../../testing/scaled.ts';

/** Maximum number of concurrent requests; others get 503. */
const MOST_UNDER_WAY = 6;

const chatSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ content: z.string() })).min(1),
  mock_response: z.string().optional(),
});

export interface CompliantModels {
  readonly baseUrl: string;
  close(): void;
}

/**
 * A small provider that fails as the request asks: by status, timeout, moderation, or with another model. It reports
 * cached prompt tokens, supports extra request fields of relays, and judges in the form that the attempt asks for.
 */
export async function startCompliantModels(): Promise<CompliantModels> {
  const known = new Set<string>();
  let underWay = 0;
  const server = createServer(async (request, response) => {
    underWay++;
    response.on('close', () => underWay--);
    const json = parseJson(await text(request).catch(() => ''));
    const parsed = chatSchema.safeParse(json.ok ? json.value : undefined);
    if (!parsed.success) return print(response, 400, { error: { message: 'not understood' } });
    const { model, messages, mock_response } = parsed.data;
    const words = messages.at(-1)!.content;
    if (model.startsWith('judge/')) {
      const all = messages.map(({ content }) => content).join('\n');
      return judge(response, model, all);
    }
    if (underWay > MOST_UNDER_WAY) return print(response, 503, { error: { message: 'busy' } });
    const cached = known.has(words);
    known.add(words);
    const trouble = Number(/^trouble (\d+)/.exec(words)?.[1] ?? 0);
    if (trouble > 0) return print(response, trouble, { error: { message: 'no' } });
    if (words === 'silence') return;
    if (words === 'flagged') return flag(response);
    if (words === 'empty') return void response.writeHead(200).end();
    if (words === 'page') return void response.writeHead(200).end('<html></html>');
    const finish_reason = words === 'broken off' ? 'error' : 'stop';
    const message = { role: 'assistant', content: mock_response ?? 'Yes.' };
    const completion = {
      model: words === 'other model' ? 'another/model' : model,
      choices: [{ index: 0, message, finish_reason }],
      usage: {
        prompt_tokens: 1_000,
        completion_tokens: 100,
        prompt_tokens_details: { cached_tokens: cached ? 1_000 : 0 },
      },
    };
    setTimeout(() => print(response, 200, completion), words.startsWith('slow') ? scaled(1_000) : 0);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function print(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** OpenRouter's response for a flagged request. */
function flag(response: ServerResponse): void {
  print(response, 403, { error: { code: 403, message: 'flagged', metadata: { reasons: ['violence'] } } });
}

function judge(response: ServerResponse, model: string, words: string): void {
  if (words.includes('FLAGGED WORDS')) {
    flag(response);
    return;
  }
  const opinion = { explanation: 'It says so.', gates: [true, true, false, false] };
  const content = words.includes('REPLY IN PROSE') ? 'Once upon a time.' : JSON.stringify(opinion);
  print(response, 200, {
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  });
}

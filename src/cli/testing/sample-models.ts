import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { objectOf } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { SimulatedInference } from '../../simulated/simulated-inference.ts';
import { QUALITIES, type Quality } from '../../verdict/verdict.ts';

export interface SampleModels {
  readonly baseUrl: string;
  /** Completions requested so far. */
  asked: number;
  /** How it handles them: answers, fails, or rejects the key. */
  mood: 'well' | 'broken' | 'refusing';
  /** Closes all connections and stops listening. */
  leave(): Promise<void>;
  /** Listens again, at the same address. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

const chatSchema = z.looseObject({ model: z.string(), messages: z.array(z.unknown()) });

const simulatedModels = new SimulatedInference();

/** The answer of a simulated model to a chat. */
async function simulatedChat(body: string): Promise<string> {
  const json = parseJson(body);
  const { model, ...chat } = chatSchema.parse(json.ok ? json.value : undefined);
  const answer = parseJson((await simulatedModels.chat({ ...chat, model: 'house/adept' })).body);
  const { simulated: _, notice: __, ...response } = objectOf(answer.ok ? answer.value : undefined);
  return JSON.stringify({ ...response, model });
}

/** A judge that gives every attempt the same grade. */
export function judging(quality: Quality): (body: string) => Promise<string> {
  const passed = QUALITIES.indexOf(quality);
  const content = JSON.stringify({ explanation: 'As everybody.', gates: [0, 1, 2, 3].map((gate) => gate < passed) });
  return async () => JSON.stringify({ choices: [{ message: { content } }] });
}

/** Returns the response body for a request body, or an error response. */
type Complete = (body: string) => Promise<string | { readonly status: number; readonly body: string }>;

/** A model provider on a separate port; a simulated model replaces paid ones. */
export async function startSampleModels(complete: Complete = simulatedChat): Promise<SampleModels> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!request.url!.endsWith('/chat/completions')) return void response.end('{}');
    models.asked++;
    response.statusCode = { well: 200, broken: 500, refusing: 401 }[models.mood];
    response.setHeader('content-type', 'application/json');
    if (models.mood !== 'well') return void response.end('{"error":{"message":"no"}}');
    const answer = await complete(body);
    if (typeof answer !== 'string') response.statusCode = answer.status;
    response.end(typeof answer === 'string' ? answer : answer.body);
  });
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'));
  const leave = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const models: SampleModels = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked: 0,
    mood: 'well',
    leave,
    comeBack: () => listen(port),
    close: async () => {
      if (server.listening) await leave();
    },
  };
  return models;
}

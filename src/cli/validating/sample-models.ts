import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { HouseInference } from '../../gateway/house/house-inference.ts';
import { parseJson } from '../../store/parse-json.ts';

export interface SampleModels {
  readonly baseUrl: string;
  /** Completions asked for so far. */
  asked: number;
  /** What it does with them: answers, fails, or says that the key is none. */
  mood: 'well' | 'broken' | 'refusing';
  close(): Promise<void>;
}

const chatSchema = z.looseObject({ messages: z.array(z.unknown()) });

/** A provider of models that contestants pay, for which a model of the house stands in. */
export async function startSampleModels(): Promise<SampleModels> {
  const house = new HouseInference();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!request.url!.endsWith('/chat/completions')) return void response.end('{}');
    models.asked++;
    response.statusCode = { well: 200, broken: 500, refusing: 401 }[models.mood];
    response.setHeader('content-type', 'application/json');
    if (models.mood !== 'well') return void response.end('{"error":{"message":"no"}}');
    const json = parseJson(body);
    const chat = chatSchema.parse(json.ok ? json.value : undefined);
    response.end((await house.chat({ ...chat, model: 'house/adept' })).body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const models: SampleModels = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: 0,
    mood: 'well',
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return models;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EndpointEmbedder } from './endpoint-embedder.ts';
import { cosine } from './text-embedder.ts';

interface Asked {
  readonly model: string;
  readonly input: readonly string[];
}

let server: Server;
let asked: Asked[];
let keys: (string | undefined)[];
let respond: (response: ServerResponse, body: Asked) => void;

beforeEach(async () => {
  asked = [];
  keys = [];
  server = createServer(async (request: IncomingMessage, response) => {
    const body = (await json(request)) as Asked;
    if (request.url !== '/v1/embeddings') return void response.writeHead(404).end();
    asked.push(body);
    keys.push(request.headers.authorization);
    respond(response, body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => server.close());

function embedder(options: { readonly apiKey?: string } = {}): EndpointEmbedder {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return new EndpointEmbedder({ baseUrl, model: 'some/model', firstDelayMilliseconds: 1, attempts: 3, ...options });
}

/** A distinct vector per text; not of length 1, like the answers of some servers. */
function vectorsOf(texts: readonly string[]) {
  return texts.map((text, index) => ({ index, embedding: [Number(text), 100, 0], object: 'embedding' }));
}

describe('EndpointEmbedder', () => {
  it('returns unit vectors in the order of the texts, whatever the order of the answer', async () => {
    respond = (response, { input }) => response.end(JSON.stringify({ data: vectorsOf(input).toReversed() }));
    const texts = Array.from({ length: 70 }, (_, place) => String(place));
    const vectors = await embedder().embed(texts);
    expect(asked.map(({ input }) => input.length)).toEqual([32, 32, 6]);
    expect(asked[0]!.model).toBe('some/model');
    expect(vectors.map((vector) => Math.round((vector[0]! / vector[1]!) * 100))).toEqual(texts.map(Number));
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 6);
  });

  it('retries an overloaded embedding server', async () => {
    respond = (response, { input }) =>
      asked.length < 3 ? response.writeHead(503).end() : response.end(JSON.stringify({ data: vectorsOf(input) }));
    expect(await embedder().embed(['1'])).toHaveLength(1);
    expect(asked).toHaveLength(3);
  });

  it('sends the API key to the embedding server and never prints it', async () => {
    const apiKey = 'sk-secret-0123456789';
    respond = (response) => response.writeHead(400).end(`bad key ${apiKey}`);
    const error = await embedder({ apiKey })
      .embed(['1'])
      .catch((caught: unknown) => caught);
    expect(keys).toEqual([`Bearer ${apiKey}`]);
    expect(error).toMatchObject({ code: 'INFERENCE_FAILED', owner: 'platform' });
    expect(String(error)).toContain('answered 400');
    expect(String(error)).not.toContain(apiKey);
  });

  it.each([
    ['too few vectors', { data: [{ index: 0, embedding: [1] }] }],
    ['one vector twice', { data: [0, 0].map((index) => ({ index, embedding: [1] })) }],
    ['a vector of zeros', { data: [0, 1].map((index) => ({ index, embedding: [0] })) }],
    ['vectors of two lengths', { data: [0, 1].map((index) => ({ index, embedding: Array(index + 1).fill(1) })) }],
    ['words', { data: [0, 1].map((index) => ({ index, embedding: ['a'] })) }],
    ['something else', { ok: true }],
  ])('rejects an embedding answer with %s', async (_, answer) => {
    respond = (response) => response.end(JSON.stringify(answer));
    await expect(embedder().embed(['1', '2'])).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
  });
});

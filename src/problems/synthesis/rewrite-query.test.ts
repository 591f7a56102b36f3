import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import type { Problem } from '../problem.ts';
import { rewriteQuery } from './rewrite-query.ts';
import { unstatedConstraints } from './stated-constraints.ts';

const PROBLEM: Problem = {
  id: 'p',
  category: 'voucher',
  query:
    'I need a teal kettle from kavari under 1250 pesos with free shipping. Budget 1100; the voucher takes 200 off above 900.',
  difficulty: 'easy',
  targets: [
    {
      productId: '4711',
      titles: ['Kavari Whistling Kettle Stainless Steel Teal Stovetop'],
      price: { mode: 'less than', high: 1250 },
      services: ['freeShipping'],
      options: { color_family: 'teal' },
      attributes: { brand: ['kavari'] },
    },
  ],
  voucher: {
    scope: 'platform',
    threshold: 900,
    discount: { type: 'fixed', amount: 200 },
    budget: 1100,
    priceAfterVoucher: 1000,
  },
};

const FAITHFUL =
  'My budget is 1100 and I hold a voucher worth 200 once I pass 900. Could you find a kavari kettle, teal please, delivered free, for at most 1250?';

/** Answers of a model server, used in turn; a number is an HTTP status without a completion. */
let answers: (string | number)[] = [];
let requests = 0;
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    request.resume();
    const answer = answers.shift() ?? 500;
    if (typeof answer === 'number') {
      response.writeHead(answer).end('{"error": "not now"}');
      return;
    }
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: answer } }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}/v1`;
});
afterAll(() => server.close());

function rewrite(...script: (string | number)[]) {
  answers = script;
  requests = 0;
  const inference = new OpenAiInference({ baseUrl, firstDelayMilliseconds: 1 });
  return rewriteQuery(PROBLEM, { inference, model: 'any' });
}

describe('rewriteQuery', () => {
  it('accepts a rewritten query that states everything, under a new id', async () => {
    const { problem, rewritten } = await rewrite(FAITHFUL);
    expect(rewritten).toBe(true);
    expect(problem.query).toBe(FAITHFUL);
    expect(problem.id).not.toBe(PROBLEM.id);
    expect(problem.targets).toEqual(PROBLEM.targets);
  });

  it.each([
    ['brand', FAITHFUL.replace('kavari ', '')],
    ['colour', FAITHFUL.replace(', teal please', '')],
    ['price', FAITHFUL.replace('1250', '1,500')],
    ['direction of the price', FAITHFUL.replace('at most', 'more like')],
    ['item', FAITHFUL.replace('kettle', 'thing')],
    ['service', FAITHFUL.replace(', delivered free', '')],
    ['budget', FAITHFUL.replace('1100', '1200')],
    ['threshold', FAITHFUL.replace('900', 'some sum')],
    ['discount', FAITHFUL.replace('200', 'a bit')],
  ])('discards a rewritten query that lost the %s', async (_, lossy) => {
    expect(await rewrite(lossy, lossy)).toEqual({ problem: PROBLEM, rewritten: false });
    expect(unstatedConstraints(PROBLEM, lossy).length).toBeGreaterThan(0);
    expect((await rewrite(lossy, FAITHFUL)).rewritten).toBe(true);
  });

  it('discards a rewritten query that quotes the title, names the answer or is too long', async () => {
    const bad = [
      `${FAITHFUL} Like the Whistling Kettle Stainless Steel Teal one.`,
      `${FAITHFUL} Product 4711.`,
      `${FAITHFUL} ${'really '.repeat(200)}`,
    ];
    for (const answer of bad) expect((await rewrite(answer, answer)).rewritten).toBe(false);
  });

  it('accepts prices in words in a rewritten query', async () => {
    expect((await rewrite(FAITHFUL.replace('1250', 'one thousand two hundred fifty'))).rewritten).toBe(true);
  });

  it('retries an overloaded endpoint when rewriting, and reports it when it stays broken', async () => {
    expect((await rewrite(429, 503, FAITHFUL)).rewritten).toBe(true);
    await expect(rewrite(500, 500, 500, 500)).rejects.toMatchObject({ code: 'INFERENCE_FAILED', owner: 'platform' });
    expect(requests).toBe(4);
    await expect(rewrite(401)).rejects.toThrow(/answered 401/);
    expect(requests).toBe(1);
  });

  it('reports an unreachable endpoint when rewriting', async () => {
    const inference = new OpenAiInference({ baseUrl: 'http://127.0.0.1:9', attempts: 1 });
    await expect(rewriteQuery(PROBLEM, { inference, model: 'any' })).rejects.toThrow(/127\.0\.0\.1:9.* failed/);
  });
});

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTitleMeasure, settledChoice, type TitleResources } from './open-titles.ts';
import { lexicalMeasure } from './satisfy.ts';

let resources: TitleResources;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'titles-'));
  resources = { models: join(folder, 'models'), cache: join(folder, 'vectors') };
});
afterAll(() => rmSync(join(resources.models, '..'), { recursive: true }));

describe('openTitleMeasure', () => {
  it('compares title words without any model', () => {
    expect(openTitleMeasure({ measure: 'lexical' }, resources)).toBe(lexicalMeasure);
    expect(openTitleMeasure({ measure: 'lexical', threshold: 0.4 }, resources).threshold).toBe(0.4);
  });

  it('names what is missing: a model that was not fetched, an endpoint, other model files', () => {
    const open = (measure: string, more: Partial<TitleResources> = {}) =>
      openTitleMeasure({ measure }, { ...resources, ...more });
    expect(() => open('model')).toThrow('all-minilm-l6-v2 is not in');
    expect(() => open('some/model')).toThrow('needs an endpoint');
    expect(() => open('some/model', { baseUrl: 'nonsense' })).toThrow('is not an address');
    expect(() => open('all-minilm-l6-v2@000000000000')).toThrow('this version of Assay has all-minilm-l6-v2@');
  });

  it('requests each title from an endpoint once, and prefers vectors that came with the problem', async () => {
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      const { input, model } = (await json(request)) as { input: string[]; model: string };
      asked.push(...input.map((text) => `${model}: ${text}`));
      response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: [text.length, 1] })) }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const measure = openTitleMeasure({ measure: address }, resources);
    expect(measure).toMatchObject({ id: 'Qwen/Qwen3-Embedding-0.6B', threshold: 0.7 });
    const vectors = { model: measure.id, vectors: { Lamp: [0, 1] } };
    const titles = { wanted: ['Lamp'], offered: ['Chair'], vectors };
    const first = await measure.prepare(titles);
    const again = await openTitleMeasure({ measure: measure.id }, { ...resources, baseUrl: address }).prepare(titles);
    server.close();
    expect(asked).toEqual(['Qwen/Qwen3-Embedding-0.6B: Chair']);
    expect(first.compare('Chair', 'Lamp')).toBeCloseTo(1 / Math.sqrt(26), 6);
    expect(again.compare('Chair', 'Lamp')).toBe(first.compare('Chair', 'Lamp'));
  });
});

describe('settledChoice', () => {
  it('names model files and threshold exactly', () => {
    expect(settledChoice({ measure: 'lexical' })).toEqual({ measure: 'lexical', threshold: 0.35 });
    expect(settledChoice({ measure: 'model' })).toEqual({
      measure: expect.stringMatching(/^all-minilm-l6-v2@[0-9a-f]{12}$/),
      threshold: 0.58,
    });
    expect(settledChoice({ measure: 'some/model', threshold: 0.6 })).toEqual({ measure: 'some/model', threshold: 0.6 });
  });
});

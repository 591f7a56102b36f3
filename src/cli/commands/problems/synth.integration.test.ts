import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedMarket } from '../../../market/testing/shared-market.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';

const runner = new AssayRunner();
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-problems-synth-'));
  await sharedMarket({ products: 60, seed: 5, folder: join(folder, 'market') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function synth(count: number, ...more: readonly string[]) {
  const words = ['problems', 'synth', '--market', 'market', '--out', `${count}.jsonl`, '--seed', '4'];
  const ran = await runner.run([...words, '--count', `${count}`, '--mix', 'product=1,shop=1', ...more], {
    cwd: folder,
  });
  expect(ran, ran.error).toMatchObject({ code: 0 });
  const made = Map.groupBy(await readProblemFile(join(folder, `${count}.jsonl`)), ({ category }) => category);
  return { output: ran.output, product: made.get('product')!.length, shop: made.get('shop')!.length };
}

describe('assay problems synth', () => {
  it('assay problems synth says how many problems of a category were made where the mix could not be met', async () => {
    const { output, product, shop } = await synth(20);
    expect(product + shop).toBe(20);
    expect(product).not.toBe(10);
    expect(output).toContain(`10 product asked, ${product} made, 10 shop asked, ${shop} made.`);
    const { output: json } = await synth(20, '--json');
    expect(JSON.parse(json)).toMatchObject({ problems: 20, asked: { product: 10, shop: 10 } });
  });

  it('assay problems synth says nothing about the mix when it is met', async () => {
    const { output, product, shop } = await synth(6);
    expect([product, shop]).toEqual([3, 3]);
    expect(output).not.toContain('--mix');
  });
});

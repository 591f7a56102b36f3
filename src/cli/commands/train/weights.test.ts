import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { trainWeightsCommand } from './weights.ts';

it('assay train weights rejects the folder of the fetched model before downloading anything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'train-weights-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const models = join(folder, 'models');
  const words = ['smollm2', '--models', models, '--out', join(models, 'smollm2', '..', 'smollm2')];
  await expect(trainWeightsCommand().parseAsync(words, { from: 'user' })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('is the folder of the fetched GGUF file'),
  });
  expect(existsSync(models)).toBe(false);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TRAINING_MARKET } from './training-market.ts';

it('the training market has one folder in scripts and guides', () => {
  const files = ['scripts/experiment.sh', 'scripts/make-training-corpus.ts', 'README.md', 'docs/evaluation.md'];
  for (const file of files) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    expect(new Set(text.match(/data\/market-50000-[\w-]*/g)), file).toEqual(new Set([TRAINING_MARKET]));
  }
});

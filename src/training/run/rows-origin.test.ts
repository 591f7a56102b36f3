import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { readRecipe } from '../recipe/read-recipe.ts';
import type { Stage } from '../recipe/stage.ts';
import { describeTrainedOn } from './rows-origin.ts';
import { RunFolder } from './run-folder.ts';

const RECIPE = readRecipe(fileURLToPath(new URL('../../../recipes/small.json', import.meta.url)));
const root = mkdtempSync(join(tmpdir(), 'assay-rows-origin-'));
afterAll(() => rmSync(root, { recursive: true }));

const INPUTS = {
  corpus: { name: 'day-1', manifest: 'm'.repeat(64), simulated: true },
  template_sha256: 'b',
  suites: { train: 'c', dev: 'd' },
  market: { products: 1, source: '{}' },
  adapter_sha256: null,
};
const HASH = 'abcdef012345'.padEnd(64, '0');

function said(name: string, ...marks: readonly (readonly [Stage, object])[]): string {
  const folder = new RunFolder(join(root, name));
  for (const [stage, mark] of marks) {
    mkdirSync(folder.stage(stage).root, { recursive: true });
    const file = { file: 'rows.jsonl', sha256: HASH, bytes: 1, rows: 1, counts: {}, problems: null, ...mark };
    writeFileSync(folder.stage(stage).mark('rows'), JSON.stringify(file));
  }
  return describeTrainedOn({ folder, inputs: INPUTS, recipe: RECIPE });
}

it('names the release of rows that a run built itself, and otherwise their folder', () => {
  const made = { made_from: INPUTS.corpus.manifest };
  expect(said('own', ['sft', made], ['rejection', made])).toBe('day-1');
  expect(said('placed', ['sft', {}])).toBe('sft: rows found in the folder (abcdef012345)');
  expect(said('of-another', ['sft', { made_from: 'other' }])).toContain('found in the folder');
  expect(said('later', ['sft', made], ['kto', {}])).toBe('day-1; kto: rows found in the folder (abcdef012345)');
});

it('recognises an ablation arm by its hash, not by its name', () => {
  const arms = [
    { arm: 'scripted', sha256: HASH },
    { arm: 'filtered', sha256: 'f'.repeat(64) },
  ];
  mkdirSync(join(root, 'ablation'));
  writeFileSync(join(root, 'ablation', 'ablation.json'), JSON.stringify({ version: 1, arms }));
  expect(said('ablation/scripted', ['sft', {}])).toBe('sft: rows of the ablation arm scripted (abcdef012345)');
  expect(said('ablation/scripted/seed-2', ['sft', {}])).toContain('rows of the ablation arm scripted');
  const changed = { sha256: '0'.repeat(64), counts: { arm: 'filtered' } };
  expect(said('ablation/filtered', ['sft', changed])).toBe('sft: rows found in the folder (000000000000)');
});

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRecipe } from '../recipe/read-recipe.ts';
import { STAGES, STARTS } from '../recipe/stage.ts';
import { STAGE_TABLE } from './stage-table.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RECIPE = readRecipe(`${ROOT}recipes/ci.json`);

describe('the stage table', () => {
  it.each(STAGES)('stage %s depends on, and is compared with, earlier stages only', (stage) => {
    const { needs, comparedWith } = STAGE_TABLE[stage];
    for (const other of [...needs, comparedWith(RECIPE)])
      expect(STARTS.indexOf(other)).toBeLessThan(STARTS.indexOf(stage));
  });

  it('no code compares the name of a stage: the stage table alone distinguishes stages', () => {
    const names = STAGES.join('|');
    const comparison = new RegExp(`stage\\)? *[!=]==? *['"](${names})['"]|case ['"](${names})['"]`);
    const files = globSync(['src/{training,cli}/**/*.ts', 'python/trainer/**/*.py', 'scripts/**/*'], { cwd: ROOT });
    const code = files.filter((file) => /\.(ts|py|sh)$/.test(file) && !/(\.test\.ts|\/tests\/.*)$/.test(file));
    expect(code.length).toBeGreaterThan(200);
    expect(code.filter((file) => comparison.test(readFileSync(`${ROOT}${file}`, 'utf8')))).toEqual([]);
  });
});

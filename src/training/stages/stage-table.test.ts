import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRecipe } from '../recipe/read-recipe.ts';
import { STAGES, STARTS } from '../recipe/stage.ts';
import { stageConfig } from '../run/stage-config.ts';
import { trainerHome } from '../trainer/trainer-home.ts';
import { STAGE_TABLE } from './stage-table.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RECIPE = readRecipe(`${ROOT}recipes/ci.json`);

/** Reads configs with the trainer's own parser, which needs no torch. */
const PARSE = `
import json, sys
from trainer.config import parse_config
from trainer.stages.table import STAGES
configs = [parse_config(value) for value in json.load(sys.stdin)]
print(json.dumps([list(STAGES), [config.stage for config in configs]]))
`;

describe('the stage table', () => {
  it('has the stages of the Python trainer, which accepts the config of each', () => {
    const configs = STAGES.map((stage) =>
      stageConfig(RECIPE, stage, {
        modelFolder: '/m',
        start: null,
        templateSha256: 'b',
        rows: [{ file: '/r', sha256: 'c' }],
        problems: null,
        deadlineSeconds: null,
        harness: { url: 'http://127.0.0.1:1', token: 't' },
      }),
    );
    const { stdout, stderr } = spawnSync('python3', ['-c', PARSE], {
      cwd: trainerHome(),
      input: JSON.stringify(configs),
      encoding: 'utf8',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([STAGES, STAGES]);
  });

  it.each(STAGES)('lets stage %s need and be compared with earlier ones only', (stage) => {
    const { needs, comparedWith } = STAGE_TABLE[stage];
    for (const other of [...needs, comparedWith(RECIPE)])
      expect(STARTS.indexOf(other)).toBeLessThan(STARTS.indexOf(stage));
  });

  it('is the only way to tell stages apart: no code compares the name of a stage', () => {
    const names = STAGES.join('|');
    const comparison = new RegExp(`stage\\)? *[!=]==? *['"](${names})['"]|case ['"](${names})['"]`);
    const files = globSync(['src/{training,cli}/**/*.ts', 'python/trainer/**/*.py', 'scripts/**/*'], { cwd: ROOT });
    const code = files.filter((file) => /\.(ts|py|sh)$/.test(file) && !/(\.test\.ts|\/tests\/.*)$/.test(file));
    expect(code.length).toBeGreaterThan(200);
    expect(code.filter((file) => comparison.test(readFileSync(`${ROOT}${file}`, 'utf8')))).toEqual([]);
  });
});

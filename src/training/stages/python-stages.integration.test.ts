import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readRecipe } from '../recipe/read-recipe.ts';
import { STAGES } from '../recipe/stage.ts';
import { stageConfig } from '../run/stage-config.ts';
import { trainerHome } from '../trainer/trainer-home.ts';

const RECIPE = readRecipe(fileURLToPath(new URL('../../../recipes/ci.json', import.meta.url)));

/** Reads configs with the trainer's own parser, which needs no torch. */
const PARSE = `
import json, sys
from trainer.config import parse_config
from trainer.stages.table import STAGES
configs = [parse_config(value) for value in json.load(sys.stdin)]
print(json.dumps([list(STAGES), [config.stage for config in configs]]))
`;

it('the Python trainer has the stages of the table and accepts the config of each', () => {
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

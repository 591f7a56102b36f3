import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { chatText, type TemplateMessage } from '../../corpus/render/chat-text.ts';
import { harnessOf } from '../../evaluation/harness/harness.ts';
import { readRecipe } from '../recipe/read-recipe.ts';
import { END, FIND, RECOMMEND, sampleTrace } from '../rows/sample-trace.ts';
import { sftRow } from '../rows/sft-rows.ts';
import { stateRows } from '../rows/state-rows.ts';
import { RunFolder } from '../run/run-folder.ts';
import { exportVerl } from './export-verl.ts';
import { verlSftLine, verlStateLine } from './verl-rows.ts';
import { verlScript } from './verl-script.ts';

const RECIPE = readRecipe(fileURLToPath(new URL('../../../recipes/qwen3-4b.json', import.meta.url)));
const TOOLS = JSON.stringify(harnessOf(4, 'native').schemas);
const TRACE = sampleTrace('a', [[FIND], [RECOMMEND], [END]], { tools: TOOLS });
const folder = mkdtempSync(join(tmpdir(), 'assay-verl-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('rows for verl', () => {
  it('render as the trainer renders them', () => {
    const row = sftRow(TRACE, 1);
    const line = verlSftLine(row);
    const canonical = chatText(row.messages as readonly TemplateMessage[], JSON.parse(TOOLS));
    expect(chatText(line.messages as readonly TemplateMessage[], [])).toBe(canonical);
  });

  it('of states end where the model is to speak, and carry what a reward needs as text', () => {
    const state = stateRows([TRACE], 10, 1).find(({ id }) => id === 'a:4')!;
    const line = verlStateLine(state) as { prompt: readonly TemplateMessage[]; extra_info: Record<string, string> };
    expect(chatText(line.prompt, [])).toBe(chatText(state.prompt as readonly TemplateMessage[], JSON.parse(TOOLS)));
    expect(JSON.parse(line.extra_info.teacher_actions!)).toEqual(state.teacher_actions);
    expect(JSON.parse(line.extra_info.state!)).toEqual(state.prompt);
  });
});

describe('an export for verl', () => {
  it('holds rows, reward, flags, and says what is missing', async () => {
    const run = new RunFolder(join(folder, 'run'));
    await expect(exportVerl(run, RECIPE, 'sft', join(folder, 'out'))).rejects.toThrow('no rows of stage sft');
    for (const stage of ['sft', 'grpo'] as const) mkdirSync(run.stage(stage).root, { recursive: true });
    writeFileSync(run.stage('sft').rows, `${JSON.stringify(sftRow(TRACE, 1))}\n`);
    const without = await exportVerl(run, RECIPE, 'sft', join(folder, 'out'));
    expect(without.files.map(({ file }) => file)).toEqual(['sft.parquet', 'reward_function.py', 'run.sh']);
    const states = stateRows([TRACE], 10, 1);
    writeFileSync(run.stage('grpo').rows, states.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const { files } = await exportVerl(run, RECIPE, 'sft', join(folder, 'out'));
    expect(files.find(({ file }) => file === 'states.jsonl')).toMatchObject({ rows: 3 });
    expect(
      readFileSync(join(folder, 'out', 'sft.parquet'))
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1');
  });

  it('has the flags of Dr. GRPO, with a constant for the length', () => {
    const script = verlScript(RECIPE);
    for (const flag of [
      'algorithm.norm_adv_by_std_in_grpo=False',
      'actor_rollout_ref.actor.loss_agg_mode=seq-mean-token-sum-norm',
      `actor_rollout_ref.actor.loss_scale_factor=${RECIPE.stages.grpo.loss.length_normaliser}`,
      'actor_rollout_ref.actor.use_kl_loss=False',
      'actor_rollout_ref.rollout.n=8',
    ])
      expect(script).toContain(flag);
  });
});

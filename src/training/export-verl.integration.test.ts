import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { chatText, type TemplateMessage } from '../chat/chat-text.ts';
import { harnessOf } from '../evaluation/harness.ts';
import { verlSftLine, verlStateLine } from './export/verl-rows.ts';
import { verlScript } from './export/verl-script.ts';
import { exportVerl } from './export-verl.ts';
import { readRecipe } from './recipe/read-recipe.ts';
import { sftRow } from './rows/sft-rows.ts';
import { stateRows } from './rows/state-rows.ts';
import { RunFolder } from './run/run-folder.ts';
import { END, FIND, RECOMMEND, sampleTrace } from './testing/sample-trace.ts';

const RECIPE = readRecipe(fileURLToPath(new URL('../../recipes/qwen3-4b.json', import.meta.url)));
/** The test data of the trainer's own parser. */
const SPOKEN = fileURLToPath(new URL('../../python/trainer/tests/fixtures/spoken-answers.jsonl', import.meta.url));
interface SpokenAnswer {
  readonly text: string;
  readonly content: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
}
const TOOLS = JSON.stringify(harnessOf(4, 'native').schemas);
const TRACE = sampleTrace('a', [[FIND], [RECOMMEND], [END]], { tools: TOOLS });
const folder = mkdtempSync(join(tmpdir(), 'assay-verl-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('rows for verl', () => {
  it('rows for verl render as in the trainer', () => {
    const row = sftRow(TRACE, 1);
    const line = verlSftLine(row);
    const canonical = chatText(row.messages as readonly TemplateMessage[], JSON.parse(TOOLS));
    expect(chatText(line.messages as readonly TemplateMessage[], [])).toBe(canonical);
  });

  it('state rows for verl end before the model’s turn, and carry the reward data as text', () => {
    const state = stateRows([TRACE], 10, 1).find(({ id }) => id === 'a:4')!;
    const line = verlStateLine(state) as { prompt: readonly TemplateMessage[]; extra_info: Record<string, string> };
    expect(chatText(line.prompt, [])).toBe(chatText(state.prompt as readonly TemplateMessage[], JSON.parse(TOOLS)));
    expect(JSON.parse(line.extra_info.teacher_actions!)).toEqual(state.teacher_actions);
    expect(JSON.parse(line.extra_info.state!)).toEqual(state.prompt);
  });
});

describe('an export for verl', () => {
  it('an export for verl holds rows, reward and flags, and says what is missing', async () => {
    const run = new RunFolder(join(folder, 'run'));
    await expect(exportVerl(run, RECIPE, 'sft', join(folder, 'out'))).rejects.toThrow('no rows of stage sft');
    for (const stage of ['sft', 'grpo'] as const) mkdirSync(run.stage(stage).root, { recursive: true });
    writeFileSync(run.stage('sft').rows, `${JSON.stringify(sftRow(TRACE, 1))}\n`);
    const without = await exportVerl(run, RECIPE, 'sft', join(folder, 'out'));
    expect(without.files.map(({ file }) => file)).toEqual([
      'sft.parquet',
      'reward_function.py',
      'assay_spoken/__init__.py',
      'assay_spoken/spoken.py',
      'assay_spoken/javascript_json.py',
      'run.sh',
    ]);
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

  it.each(['sft', 'grpo'])('passes a model folder to verl literally, and executes nothing of it: %s', (stage) => {
    const place = mkdtempSync(join(folder, 'shell-'));
    const hostile = `models/it's $(touch run) \`touch run\` "\${HOME}"; touch run & \\ end`;
    const script = join(place, 'run.sh');
    writeFileSync(script, verlScript({ ...RECIPE, model: { ...RECIPE.model, folder: hostile } }));
    expect(spawnSync('bash', ['-n', script]).stderr.toString()).toBe('');
    // Programs that only record their arguments.
    for (const name of ['torchrun', 'python'])
      writeFileSync(join(place, name), `#!/bin/sh\nprintf '%s\\0' "$@" > ${place}/words\n`, { mode: 0o755 });
    const env = { PATH: `${place}:${process.env.PATH}`, HOME: place };
    const ran = spawnSync('bash', [script, stage], { cwd: place, env });
    expect(ran.stderr.toString()).toBe('');
    const words = readFileSync(join(place, 'words'), 'utf8').split('\0');
    const path = words.find((word) => /^(actor_rollout_ref\.)?model\.path=/.test(word))!;
    // Within Hydra's quotes, only the quote itself is escaped.
    expect(path.slice(path.indexOf('=') + 1)).toBe(`'${hostile.replaceAll("'", "\\'")}'`);
    expect(existsSync(join(place, 'run'))).toBe(false);
    const given = spawnSync('bash', [script, stage], { cwd: place, env: { ...env, MODEL: 'Qwen/Other' } });
    expect(given.status).toBe(0);
    expect(readFileSync(join(place, 'words'), 'utf8')).toContain("model.path='Qwen/Other'");
  });

  it('the verl reward reads answers as the trainer does', async () => {
    const run = new RunFolder(join(folder, 'reward'));
    const out = join(folder, 'reward-out');
    mkdirSync(run.stage('sft').root, { recursive: true });
    writeFileSync(run.stage('sft').rows, `${JSON.stringify(sftRow(TRACE, 1))}\n`);
    await exportVerl(run, RECIPE, 'sft', out);
    const heard: { readonly content: string; readonly tool_calls: readonly { readonly function: unknown }[] }[] = [];
    const harness = createServer((request, response) => {
      json(request).then((body) => {
        heard.push((body as { steps: { completion: (typeof heard)[number] }[] }).steps[0]!.completion);
        response.end(JSON.stringify({ rewards: [{ reward: 0.4, parts: { format: 0.1 } }] }));
      });
    });
    await once(harness.listen(0, '127.0.0.1'), 'listening');
    const spoken = readFileSync(SPOKEN, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SpokenAnswer);
    const program = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("custom", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
for line in open(sys.argv[2]):
    told = {"state": "[]", "teacher_actions": "[]"}
    score = module.compute_score("assay", json.loads(line)["text"] + "<|im_end|>", "p1", told)
    assert score == {"score": 0.4, "format": 0.1}, score
`;
    const { port } = harness.address() as AddressInfo;
    const env = { ...process.env, ASSAY_REWARD_URL: `http://127.0.0.1:${port}`, ASSAY_REWARD_TOKEN: 't' };
    const asked = spawn('python3', ['-c', program, join(out, 'reward_function.py'), SPOKEN], { cwd: folder, env });
    const [complaints] = await Promise.all([text(asked.stderr), once(asked, 'close')]);
    harness.close();
    expect(complaints).toBe('');
    expect(heard.map(({ content, tool_calls }) => [content, tool_calls.map((call) => call.function)])).toEqual(
      spoken.map(({ content, calls }) => [content, calls]),
    );
  });

  it('the verl script has the flags of Dr. GRPO, with a constant for the length', () => {
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

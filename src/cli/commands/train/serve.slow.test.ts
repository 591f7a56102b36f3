import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../../testing/scaled.ts';

const PYTHON = process.env.ASSAY_TRAINER_PYTHON || undefined;
const PROGRAM = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
const HOME = fileURLToPath(new URL('../../../../python/', import.meta.url));

/** A tiny model, and an adapter so different from it that their answers differ. */
const MAKE = `
import shutil, sys
from trainer.tests.served_model import adapter_folder, tiny_folder
shutil.copytree(tiny_folder(), sys.argv[1] + "/tiny")
shutil.copytree(adapter_folder(1), sys.argv[1] + "/adapter")
`;

let root: string;
const started: ChildProcess[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-train-serve-'));
});
afterAll(() => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  rmSync(root, { recursive: true });
});

interface Serving {
  readonly child: ChildProcess;
  readonly url: string;
}

async function serve(...words: readonly string[]): Promise<Serving> {
  const child = spawn(process.execPath, [PROGRAM, 'train', 'serve', ...words, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, OMP_NUM_THREADS: '1' },
  });
  started.push(child);
  let said = '';
  for await (const piece of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += piece;
    if (!said.trimEnd().endsWith('}')) continue;
    const { url } = JSON.parse(said);
    if (url === undefined) throw new Error(said);
    return { child, url };
  }
  throw new Error(`it ended: ${said} ${await text(child.stderr!)}`);
}

async function answer(url: string): Promise<string> {
  const body = {
    model: 'student',
    messages: [{ role: 'user', content: 'A red lamp.' }],
    max_tokens: 12,
    temperature: 0,
  };
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, return_token_ids: true }),
  });
  const { choices } = (await response.json()) as { readonly choices: readonly [{ readonly token_ids: unknown }] };
  return JSON.stringify(choices[0].token_ids);
}

async function interrupt({ child }: Serving): Promise<number | null> {
  const ended = once(child, 'close');
  child.kill('SIGINT');
  await ended;
  return child.exitCode;
}

describe.skipIf(PYTHON === undefined)('train serve (where ASSAY_TRAINER_PYTHON names a Python with torch)', () => {
  it('assay train serve serves a model with and without its adapter, and stops on an interrupt', {
    timeout: scaled(300_000),
  }, async () => {
    execFileSync(PYTHON!, ['-c', MAKE, root], { env: { ...process.env, PYTHONPATH: HOME } });
    const plain = await serve(join(root, 'tiny'), '--device', 'cpu');
    const adapted = await serve(join(root, 'tiny'), '--adapter', join(root, 'adapter'), '--device', 'cpu');
    const base = await answer(plain.url);
    expect(await answer(plain.url)).toBe(base);
    expect(await answer(adapted.url)).not.toBe(base);
    expect(await interrupt(plain)).toBe(0);
    await expect(fetch(`${plain.url}/models`)).rejects.toThrow();
    expect(await interrupt(adapted)).toBe(0);
  });

  it('assay train serve says why it cannot serve', { timeout: scaled(60_000) }, async () => {
    await expect(serve(root)).rejects.toThrow('neither a training run nor a Hugging Face model');
  });
});

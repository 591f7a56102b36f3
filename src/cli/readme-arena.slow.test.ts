import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSandbox } from '../sandbox/choose-sandbox.ts';
import { readAttacks } from '../sandbox/doctor.ts';
import { freePort } from '../testing/free-port.ts';
import { scaled } from '../testing/scaled.ts';
import { machineState } from '../validator/sound-sandbox.ts';
import { packageVersion } from './package-version.ts';
import { until } from './testing/until.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The command lines in a section of the README. */
function linesOf(heading: string): readonly string[] {
  const page = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const section = page.slice(page.indexOf(`## ${heading}\n`));
  return section
    .match(/```sh\n([\s\S]*?)```/)![1]!
    .trim()
    .split('\n');
}

let folder: string;
let environment: NodeJS.ProcessEnv;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readme-arena-'));
  // As in a checkout: npx finds the program, and the agents are where the README says.
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join(ROOT, 'bin', 'assay.js'), join(folder, 'node_modules', '.bin', 'assay'));
  symlinkSync(join(ROOT, 'agents'), join(folder, 'agents'));
  writeFileSync(join(folder, 'package.json'), '{}');
  const port = await freePort();
  environment = {
    ...process.env,
    HOME: folder,
    ASSAY_PORT: `${port}`,
    ASSAY_ARENA_URL: `http://127.0.0.1:${port}`,
  };
  // Set by vitest, or by a user with their own PostgreSQL.
  delete environment.DATABASE_URL;
});

afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    process.kill(-child.pid!, 'SIGINT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(line: string) {
  // A separate process group, which receives an interrupt as from a terminal.
  const child = spawn('sh', ['-c', line], { cwd: folder, env: environment, detached: true });
  started.push(child);
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said.text += text;
    });
  }
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

async function run(line: string) {
  const { said, ended } = start(line);
  return { code: await ended, text: said.text };
}

/** Skips the sandbox examination, which takes a minute and has its own tests. */
async function trustSandbox(wallet: string): Promise<void> {
  const sandbox = await chooseSandbox();
  const attacks = readAttacks();
  const state = machineState(sandbox.description, packageVersion(), attacks);
  await sandbox.close();
  const data = join(folder, 'data', 'arena', 'validators', wallet);
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'doctor.json'), JSON.stringify({ state, at: Date.now(), attacks: attacks.length }));
}

it('the three commands of the README set up an arena, run it and score an agent', {
  timeout: scaled(300_000),
}, async () => {
  const lines = linesOf('Run your own arena');
  expect(lines).toHaveLength(3);
  const [init, serve, submit] = lines as [string, string, string];

  const made = await run(init);
  expect(made, made.text).toMatchObject({ code: 0 });
  expect(made.text).toMatch(
    /needed for a score +runs by 1 validator[\s\S]*Next:[\s\S]*npx assay serve --local-validators/,
  );
  // The commands it prints are those in the README.
  expect(made.text).toContain(submit.split('#')[0]!.trim());
  const again = await run(init);
  expect(again.code).toBe(2);
  expect(again.text).toContain('There is already an arena in data/arena');

  await trustSandbox('validator-1');
  const server = start(serve);
  await until(() => {
    if (server.child.exitCode !== null) throw new Error(server.said.text);
    return server.said.text.includes('Ready: 1 validator connected');
  });
  expect(server.said.text).toMatch(/Waiting for 1 validator: .* none is connected[\s\S]*Ready: 1 validator/);

  const submitted = await run(submit);
  expect(submitted, submitted.text).toMatchObject({ code: 0 });
  expect(submitted.text).toMatch(/state +ELIGIBLE[\s\S]*score +\d\.\d{4}.*of 1 run/);
  expect(submitted.text).not.toContain('in 0 s');

  process.kill(-server.child.pid!, 'SIGINT');
  // Its output ends with the last process that writes to it, including the validator.
  await server.ended;
  await expect(fetch(`${environment.ASSAY_ARENA_URL}/health`)).rejects.toThrow();
});

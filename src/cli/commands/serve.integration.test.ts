import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython } from '../../sandbox/find-python.ts';
import { scaled } from '../../testing/scaled.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
/**
 * Everything on this machine except the right to create user namespaces, as in an ordinary container. A server in it
 * ends with it; otherwise it would keep a core busy for the rest of the tests.
 */
const NO_NAMESPACES = [
  ...['bwrap', '--die-with-parent', '--dev-bind', '/', '/', '--unshare-user', '--disable-userns', '--'],
];
const canForbid = spawnSync('bwrap', [...NO_NAMESPACES.slice(1), 'true']).status === 0;

let folder: string;
let pathWithoutBwrap: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'serve-'));
  pathWithoutBwrap = join(folder, 'bin');
  mkdirSync(pathWithoutBwrap);
  symlinkSync((await findPython(true)).executable, join(pathWithoutBwrap, 'python3'));
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function serve(words: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const [command, ...rest] = [...words, process.execPath, PROGRAM, 'serve', '--port', '0', '--json'];
  const child = spawn(command!, [...rest, '--data', join(folder, `arena-${running.length}`)], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const complaint = text(child.stderr);
  let said = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    said += piece;
    if (said.trimEnd().endsWith('}')) return (JSON.parse(said) as { url: string }).url;
  }
  throw new Error(`it ended: ${said} ${await complaint}`);
}

describe('assay serve', () => {
  it('assay serve starts without bubblewrap on the path', { tags: 'slow', timeout: scaled(60_000) }, async () => {
    const url = await serve([], { PATH: pathWithoutBwrap });
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it.skipIf(!canForbid)(
    `assay serve starts where user namespaces are forbidden${canForbid ? '' : ' (bubblewrap cannot forbid them here)'}`,
    { timeout: scaled(60_000) },
    async () => {
      const forbidden = spawnSync('bwrap', [...NO_NAMESPACES.slice(1), 'unshare', '--user', 'true']);
      expect(forbidden.status).not.toBe(0);
      const url = await serve(NO_NAMESPACES, {});
      expect((await fetch(`${url}/health`)).status).toBe(200);
    },
  );
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { arenaOverviewSchema } from '../board/wire.ts';
import { parseArenaConfig } from '../server/start.ts';
import { scaled } from '../testing/scaled.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = join(ROOT, 'bin', 'assay.js');
const folder = mkdtempSync(join(tmpdir(), 'deploy-files-'));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const settings = JSON.parse(read('deploy/arena.json')) as Record<string, unknown>;
const composedValidators = read('deploy/compose.yaml').match(/^ {2}validator-\d+:$/gm)!.length;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The words after `wallet new` in every command of the page that makes a validator's key. */
const newKeys = Array.from(read('docs/deployment.md').matchAll(/wallet new (.*--wallets .*)$/gm), ([, words]) =>
  words!.replace(/#.*/, '').trim().split(/\s+/),
);

/** The commands that containers and units start: the words after the name of the program. */
const startedCommands = [
  ...globSync(['deploy/compose.yaml', 'deploy/kubernetes/*.yaml'], { cwd: ROOT }).flatMap((file) =>
    Array.from(read(file).matchAll(/(?:command|args): \[((?:serve|validator)\b.*)\]/g), ([, words]) => ({
      file,
      words: words!.split(/,\s*/).map((word) => word.replaceAll('"', '')),
    })),
  ),
  ...globSync('deploy/systemd/*.service', { cwd: ROOT }).flatMap((file) =>
    Array.from(read(file).matchAll(/^ExecStart=.*\/assay\.js (.*)$/gm), ([, words]) => ({
      file,
      words: words!.split(/\s+/),
    })),
  ),
];

describe('deploy/', () => {
  it('the arena of deploy/arena.json waits for nothing but problems and the validators that compose starts', {
    timeout: scaled(60_000),
  }, async () => {
    const { blobs: _, ...here } = settings;
    writeFileSync(join(folder, 'arena.json'), JSON.stringify(here));
    const server = spawn(process.execPath, [PROGRAM, 'serve', '--json', '--port', '0', '--data', folder], {
      env: { ...process.env, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [greeting] = (await once(server.stdout, 'data')) as [Buffer];
      const { url } = JSON.parse(greeting.toString()) as { url: string };
      const answer: unknown = await (await fetch(`${url}/v1/public/arena`)).json();
      const { waiting_for, validators } = arenaOverviewSchema.parse(answer);
      expect(waiting_for.map(({ what }) => what)).toEqual(['problems', 'validators']);
      expect(validators).toEqual({ required: composedValidators, connected: 0, missing: composedValidators });
    } finally {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    }
  });

  it('deploy/arena.json has a public address, which validators in other containers need for files', () => {
    expect(parseArenaConfig(settings).publicUrl).toMatch(/^https:/);
  });

  it('every key that the deployment page makes for a validator can sign without a terminal', {
    timeout: scaled(60_000),
  }, async () => {
    expect(newKeys.length).toBe(composedValidators + 1);
    for (const [index, words] of newKeys.entries()) {
      const wallets = ['--wallets', join(folder, `wallets-${index}`)];
      const withoutFolder = words.filter((word, place) => word !== '--wallets' && words[place - 1] !== '--wallets');
      const assay = async (...rest: string[]) => {
        const running = promisify(execFile)(process.execPath, [PROGRAM, 'wallet', ...rest, ...wallets]);
        running.child.stdin!.end();
        return (await running).stdout;
      };
      await assay('new', ...withoutFolder);
      expect(await assay('sign', 'message')).toMatch(/[0-9a-f]{128}/);
    }
  });

  it('containers and units start commands with options that exist', () => {
    expect(startedCommands.length).toBeGreaterThanOrEqual(2 + composedValidators + 2);
    const reference = read('docs/cli.md');
    for (const { file, words } of startedCommands) {
      const name = words[0] === 'validator' ? 'validator run' : words[0]!;
      const after = reference.slice(reference.indexOf(`## assay ${name}\n`));
      const section = after.slice(0, after.indexOf('\n##'));
      for (const option of words.filter((word) => word.startsWith('--'))) {
        expect(section, `${file}: ${name}`).toContain(`| \`${option} `);
      }
    }
  });
});

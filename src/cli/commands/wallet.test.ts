import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ASSAY = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const ALICE_SEED = 'e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a';
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const PASSPHRASE = 'correct horse battery';

const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
const locked = join(home, '.assay/wallets/default/hotkeys/default');
const environment = { ...process.env, HOME: home, PASSPHRASE, ALICE_SEED, SHORT: 'short', OTHER: 'another passphrase' };

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function wallet(...words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child: ChildProcess = execFile(
      process.execPath,
      [ASSAY, 'wallet', ...words],
      { env: environment },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

beforeAll(async () => {
  const made = await wallet('import', '--seed-env', 'ALICE_SEED', '--passphrase-env', 'PASSPHRASE');
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`${ALICE}\n`) });
});
afterAll(() => rmSync(home, { recursive: true }));

describe('assay wallet', { timeout: 60_000 }, () => {
  it('keeps keys encrypted, for their owner alone', () => {
    expect(statSync(locked).mode & 0o777).toBe(0o600);
    expect(readFileSync(locked, 'utf8')).not.toContain(ALICE_SEED.slice(0, 12));
  });

  it('signs what it and others can check', async () => {
    const signed = await wallet('sign', 'hello', '--passphrase-env', 'PASSPHRASE', '--json');
    const { address, signature } = JSON.parse(signed.stdout);
    expect(address).toBe(ALICE);
    expect(await wallet('verify', ALICE, signature, 'hello')).toMatchObject({
      code: 0,
      stdout: `Signed by ${ALICE}.\n`,
    });
    expect(await wallet('verify', ALICE, signature, 'hallo')).toMatchObject({
      code: 1,
      stdout: `Not signed by ${ALICE}.\n`,
    });
    const file = join(home, 'bytes');
    writeFileSync(file, Buffer.from([0xff, 0x00, 0x0a]));
    const wrapped = await wallet('sign', '--file', file, '--wrapped', '--passphrase-env', 'PASSPHRASE');
    expect((await wallet('verify', ALICE, wrapped.stdout.trim(), '--file', file)).code).toBe(0);
  });

  it('makes a key that Bittensor’s tools can read when it is told not to encrypt', async () => {
    const wallets = join(home, 'plain');
    const made = await wallet('new', '--unencrypted', '--wallets', wallets, '--hotkey', 'machine', '--json');
    const { address, path, encrypted } = JSON.parse(made.stdout);
    expect(encrypted).toBe(false);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ ss58Address: address });
    expect((await wallet('sign', 'x', '--wallets', wallets, '--hotkey', 'machine')).code).toBe(0);
    const imported = await wallet(
      'import',
      '--file',
      path,
      '--hotkey',
      'copy',
      '--passphrase-env',
      'PASSPHRASE',
      '--json',
    );
    expect(JSON.parse(imported.stdout)).toMatchObject({ address, encrypted: true });
  });

  it('lists without a passphrase', async () => {
    const { stdout } = await wallet('list', '--json');
    expect(JSON.parse(stdout).hotkeys).toContainEqual({
      folder: join(home, '.assay/wallets'),
      wallet: 'default',
      hotkey: 'default',
      path: locked,
      state: 'encrypted',
      address: ALICE,
    });
    expect((await wallet('list')).stdout).toContain(ALICE);
    expect((await wallet('list', '--wallets', join(home, 'none'))).stdout).toContain('There is no hotkey');
  });

  it('refuses, with a sentence and nothing changed, what it should not do', async () => {
    const before = readFileSync(locked);
    const coldkey = join(home, 'coldkey');
    writeFileSync(coldkey, '$NACL\u0001', { mode: 0o600 });
    const other = ['--hotkey', 'other'];
    const cases: [words: string[], message: RegExp][] = [
      [['new', '--passphrase-env', 'PASSPHRASE'], /is a hotkey at .* already; it was left as it is/],
      [['new', ...other, '--passphrase-env', 'SHORT'], /shorter than 8 characters; no key was made/],
      [['new', ...other, '--passphrase-env', 'NOWHERE'], /The environment has no NOWHERE/],
      [['new', ...other, '--passphrase-env', 'OTHER', '--passphrase-fd', '0'], /two places/],
      [['new', ...other, '--passphrase-fd', '77'], /cannot be read from descriptor 77 \(EBADF\)/],
      [['new', ...other, '--passphrase', 'secret'], /unknown option '--passphrase'/],
      [['new', '--hotkey', '../x', '--unencrypted'], /no name for a wallet/],
      [['import', ...other, '--seed-env', 'OTHER', '--unencrypted'], /not a seed of 64 hexadecimal digits/],
      [['import', ...other, '--file', coldkey, '--unencrypted'], /as coldkeys are, and is not opened here/],
      [['import', ...other, '--file', join(home, 'none'), '--unencrypted'], /There is no file/],
      [['import', ...other, '--seed-fd', '0', '--passphrase-fd', '0'], /same descriptor/],
      [['sign', 'x', '--passphrase-env', 'OTHER'], /does not open with this passphrase/],
      [['sign', 'x', '--hotkey', 'missing'], /There is no hotkey at/],
      [['sign', '--passphrase-env', 'PASSPHRASE'], /Give a message or --file/],
      [['sign', `${ALICE}:1760000000:nonce`], /whoever gets it signed can act as you/],
      [['verify', 'nobody', '0x00', 'x'], /The address /],
      [['verify', ALICE, '0x00', 'x'], /128 hexadecimal digits/],
    ];
    for (const [words, message] of cases) {
      const { code, stdout, stderr } = await wallet(...words);
      expect(stderr).toMatch(message);
      expect(stderr).not.toContain('another passphrase');
      expect(code).not.toBe(0);
      expect(stdout).toBe('');
    }
    expect(readFileSync(locked)).toEqual(before);
    expect(
      JSON.parse((await wallet('list', '--json')).stdout).hotkeys.map(({ hotkey }: { hotkey: string }) => hotkey),
    ).not.toContain('other');
  });

  it('reads a passphrase from a descriptor', async () => {
    const child = spawn(process.execPath, [ASSAY, 'wallet', 'sign', 'x', '--passphrase-fd', '3'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    (child.stdio[3] as NodeJS.WritableStream).end(`${PASSPHRASE}\n`);
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(0);
  });

  it('asks at the terminal and does not show what is typed', async () => {
    const { screen, code } = await atTerminal(
      ['new', '--hotkey', 'typed'],
      ['wrong\x7f\x7f\x7f\x7f\x7füber-secret\r', 'über-secret\r'],
    );
    expect(screen).toContain('new passphrase: ');
    expect(screen).toContain('the same again: ');
    expect(screen).not.toContain('secret');
    expect(code).toBe(0);
    const again = await atTerminal(['sign', 'x', '--hotkey', 'typed'], ['über-secret\r']);
    expect(again.screen).toMatch(/0x[0-9a-f]{128}/);
    const differing = await atTerminal(['new', '--hotkey', 'slip'], ['one passphrase\r', 'two passphrase\r']);
    expect(differing).toMatchObject({ code: 2, screen: expect.stringContaining('The two passphrases differ') });
    const interrupted = await atTerminal(['new', '--hotkey', 'slip'], ['half\x03']);
    expect(interrupted).toMatchObject({ code: 2, screen: expect.stringContaining('nothing was done') });
  });
});

/** A terminal of its own, which only Python can make without a library; types each line when it is asked the next time. */
const TERMINAL = `
import json, os, pty, sys
words, lines = json.loads(sys.argv[1]), json.loads(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    os.execvp(words[0], words)
screen, asked = b"", 0
while True:
    try:
        seen = os.read(terminal, 4096)
    except OSError:
        break
    if not seen:
        break
    screen += seen
    if asked < len(lines) and screen.count(b": ") > asked:
        os.write(terminal, lines[asked].encode())
        asked += 1
print(json.dumps({"screen": screen.decode(), "code": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}))
`;

function atTerminal(words: string[], lines: string[]): Promise<{ screen: string; code: number }> {
  const command = JSON.stringify([process.execPath, ASSAY, 'wallet', ...words]);
  return new Promise((resolve, reject) => {
    execFile('python3', ['-c', TERMINAL, command, JSON.stringify(lines)], { env: environment }, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout));
    });
  });
}

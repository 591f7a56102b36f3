import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addAllCommands } from '../../command-table.ts';
import { WALLET_COMMANDS } from './wallet.ts';

const ALICE_SEED = 'e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a';
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const PASSPHRASE = 'correct horse battery';

const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
const locked = join(home, '.assay/wallets/default/hotkeys/default');

/** The output of a command. It runs in this process: a new process for every case would take minutes. */
async function wallet(...words: string[]): Promise<string> {
  const command = await addAllCommands(new Command('wallet'), WALLET_COMMANDS);
  for (const one of command.commands) {
    one
      .option('--json')
      .exitOverride()
      .configureOutput({ outputError: () => {} });
  }
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  try {
    await command.parseAsync(words, { from: 'user' });
  } finally {
    write.mockRestore();
  }
  return printed;
}

beforeAll(async () => {
  const environment = { HOME: home, PASSPHRASE, ALICE_SEED, SHORT: 'short', OTHER: 'another passphrase' };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const made = await wallet('import', '--seed-env', 'ALICE_SEED', '--passphrase-env', 'PASSPHRASE');
  expect(made).toContain(`${ALICE}\n`);
});
afterEach(() => {
  process.exitCode = undefined;
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

describe('assay wallet', { timeout: scaled(60_000) }, () => {
  it('assay wallet stores keys encrypted, readable by their owner only', () => {
    expect(statSync(locked).mode & 0o777).toBe(0o600);
    expect(readFileSync(locked, 'utf8')).not.toContain(ALICE_SEED.slice(0, 12));
  });

  it('assay wallet creates signatures that it and others can verify', async () => {
    const signed = await wallet('sign', 'hello', '--passphrase-env', 'PASSPHRASE', '--json');
    const { address, signature } = JSON.parse(signed);
    expect(address).toBe(ALICE);
    expect(await wallet('verify', ALICE, signature, 'hello')).toBe(`Signed by ${ALICE}.\n`);
    expect(process.exitCode).toBeUndefined();
    expect(await wallet('verify', ALICE, signature, 'hallo')).toBe(`Not signed by ${ALICE}.\n`);
    expect(process.exitCode).toBe(1);
  });

  it('assay wallet signs a file, wrapped as a browser wallet does, with a passphrase from a descriptor', async () => {
    const [bytes, secret] = [join(home, 'bytes'), join(home, 'secret')];
    writeFileSync(bytes, Buffer.from([0xff, 0x00, 0x0a]));
    writeFileSync(secret, `${PASSPHRASE}\n`);
    const descriptor = openSync(secret, 'r');
    try {
      const signature = await wallet('sign', '--file', bytes, '--wrapped', '--passphrase-fd', String(descriptor));
      expect(await wallet('verify', ALICE, signature.trim(), '--file', bytes)).toContain('Signed by');
    } finally {
      closeSync(descriptor);
    }
  });

  it('assay wallet creates and imports unencrypted keys that Bittensor’s tools can read', async () => {
    const wallets = join(home, 'plain');
    const made = JSON.parse(
      await wallet('new', '--unencrypted', '--wallets', wallets, '--hotkey', 'machine', '--json'),
    );
    expect(made).toMatchObject({ wallet: 'default', hotkey: 'machine', encrypted: false });
    expect(JSON.parse(readFileSync(made.path, 'utf8'))).toMatchObject({ ss58Address: made.address });
    expect(await wallet('sign', 'x', '--wallets', wallets, '--hotkey', 'machine')).toMatch(/^0x[0-9a-f]{128}\n$/);
    const copied = await wallet(
      'import',
      '--file',
      made.path,
      '--hotkey',
      'copy',
      '--passphrase-env',
      'OTHER',
      '--json',
    );
    expect(JSON.parse(copied)).toMatchObject({ address: made.address, encrypted: true });
  });

  it('assay wallet creates a key with a phrase, shows it once, and restores the key from it', async () => {
    const wallets = join(home, 'phrases');
    const at = (hotkey: string): string[] => ['--wallets', wallets, '--hotkey', hotkey];
    const made = JSON.parse(await wallet('new', '--words', '24', ...at('first'), '--unencrypted', '--json'));
    expect(made.phrase.split(' ')).toHaveLength(24);
    expect(JSON.parse(readFileSync(made.path, 'utf8'))).toMatchObject({ secretPhrase: made.phrase });
    expect(await wallet('list', '--wallets', wallets)).toContain(made.address);
    expect(await wallet('list', '--wallets', wallets, '--json')).not.toContain(made.phrase);

    const printed = await wallet('new', '--words', '12', ...at('second'), '--passphrase-env', 'PASSPHRASE');
    const words = /^ {2}((?:[a-z]+ ){11}[a-z]+)$/m.exec(printed)![1]!;
    expect(printed).toContain('not shown again');
    expect(readFileSync(join(wallets, 'default/hotkeys/second'), 'utf8')).not.toContain(words);

    vi.stubEnv('WORDS', words);
    const back = await wallet('import', '--seed-env', 'WORDS', ...at('back'), '--unencrypted');
    expect(printed.split('\n')[0]).toBe(back.split('\n')[0]);
    expect(back).not.toContain(words);
  });

  it('assay wallet reads a phrase from the terminal without echoing it', async () => {
    const phrase = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk';
    const given = await atTerminal(['import', '--hotkey', 'words', '--unencrypted'], [`${phrase}\r`]);
    expect(given.screen).toContain('seed or phrase: ');
    expect(given.screen).toContain('5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzV');
    expect(given.screen).not.toContain('curtain');
  });

  it('assay wallet lists keys without a passphrase', async () => {
    const folder = join(home, '.assay/wallets');
    const name = { folder, wallet: 'default', hotkey: 'default' };
    const { hotkeys } = JSON.parse(await wallet('list', '--json'));
    expect(hotkeys).toContainEqual({ ...name, path: locked, state: 'encrypted', address: ALICE });
    expect(await wallet('list')).toContain(ALICE);
    expect(await wallet('list', '--wallets', join(home, 'none'))).toContain('There is no hotkey');
  });

  it('assay wallet rejects invalid requests with an explanation and without changes', async () => {
    const before = readFileSync(locked);
    const coldkey = join(home, 'coldkey');
    writeFileSync(coldkey, '$NACL\u0001', { mode: 0o600 });
    const other = ['--hotkey', 'other'];
    const cases: [words: string[], message: RegExp][] = [
      [['new', '--passphrase-env', 'PASSPHRASE'], /is already a hotkey at .*; it was not changed/],
      [['new', ...other, '--passphrase-env', 'SHORT'], /shorter than 8 characters; no key was made/],
      [['new', ...other, '--passphrase-env', 'NOWHERE'], /The environment variable NOWHERE .* is not set/],
      [['new', ...other, '--passphrase-env', 'OTHER', '--passphrase-fd', '0'], /Two sources/],
      [['new', ...other, '--passphrase-fd', '777'], /cannot be read from descriptor 777 \(EBADF\)/],
      [['new', ...other, '--passphrase', 'secret'], /unknown option '--passphrase'/],
      [['new', '--hotkey', '../x', '--unencrypted'], /not a valid name for a wallet/],
      [['import', ...other, '--seed-env', 'OTHER', '--unencrypted'], /has 2 words, where 12 or 24 are usual/],
      [['import', ...other, '--seed-env', 'SHORT', '--unencrypted'], /neither a seed of 64 hexadecimal digits nor/],
      [['new', ...other, '--words', '13', '--unencrypted'], /Allowed choices are 12, 24/],
      [['import', ...other, '--file', coldkey, '--unencrypted'], /as coldkeys are, which is not supported/],
      [['import', ...other, '--file', join(home, 'none'), '--unencrypted'], /There is no file/],
      [['import', ...other, '--file', coldkey, '--seed-fd', '0'], /a key file or a seed, not both/],
      [['import', ...other, '--seed-fd', '0', '--passphrase-fd', '0'], /same descriptor/],
      [['sign', 'x', '--passphrase-env', 'OTHER'], /cannot be decrypted with this passphrase/],
      [['sign', 'x', '--hotkey', 'missing'], /There is no hotkey at/],
      [['sign', '--passphrase-env', 'PASSPHRASE'], /Give a message or --file/],
      [['sign', `${ALICE}:1760000000:nonce`], /would let others act as you/],
      [['verify', 'nobody', '0x00', 'x'], /The address /],
      [['verify', ALICE, '0x00', 'x'], /128 hexadecimal digits/],
    ];
    for (const [words, message] of cases) {
      const failure = await wallet(...words).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure, words.join(' ')).toMatchObject({ message: expect.stringMatching(message) });
      expect(String(failure)).not.toContain('another passphrase');
    }
    expect(readFileSync(locked)).toEqual(before);
    expect(await wallet('list')).not.toMatch(/\bother\b/);
  });

  it('assay wallet asks for a passphrase at the terminal without echoing it', async () => {
    const typed = ['wrong\x7f\x7f\x7f\x7f\x7füber-secret\r', 'über-secret\r'];
    const made = await atTerminal(['new', '--hotkey', 'typed'], typed);
    expect(made.screen).toContain('new passphrase: ');
    expect(made.screen).toContain('the same again: ');
    expect(made.screen).not.toContain('secret');
    expect(made.code).toBe(0);
    const signed = await atTerminal(['sign', 'x', '--hotkey', 'typed'], ['über-secret\r']);
    expect(signed.screen).toMatch(/0x[0-9a-f]{128}/);
  });

  it('assay wallet creates nothing after a mismatch or an interrupt', async () => {
    const slip = await atTerminal(['new', '--hotkey', 'slip'], ['one passphrase\r', 'two passphrase\r']);
    expect(slip).toMatchObject({ code: 2, screen: expect.stringContaining('The two passphrases differ') });
    const interrupted = await atTerminal(['new', '--hotkey', 'slip'], ['half\x03']);
    expect(interrupted).toMatchObject({ code: 2, screen: expect.stringContaining('nothing was done') });
    expect(await wallet('list')).not.toContain('slip');
  });

  it('assay wallet is listed as a command', async () => {
    const assay = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
    const stdout = await new Promise((resolve) => {
      execFile(process.execPath, [assay, 'wallet', '--help'], (_, text) => resolve(text));
    });
    expect(stdout).toContain('Usage: assay wallet');
  });
});

const COMMAND = `
import { Command } from 'commander';
import { addAllCommands } from ${JSON.stringify(new URL('../../command-table.ts', import.meta.url).href)};
import { WALLET_COMMANDS } from ${JSON.stringify(new URL('./wallet.ts', import.meta.url).href)};
try {
  const wallet = await addAllCommands(new Command('wallet'), WALLET_COMMANDS);
  await wallet.parseAsync(process.argv.slice(1), { from: 'user' });
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}`;

/** Creates a terminal, which Node cannot do without a library, and types a line for each prompt. */
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

import { scaled } from '../../../testing/scaled.ts';

function atTerminal(words: string[], lines: string[]): Promise<{ screen: string; code: number }> {
  const command = JSON.stringify([process.execPath, '--input-type=module', '-e', COMMAND, '--', ...words]);
  return new Promise((resolve, reject) => {
    execFile('python3', ['-c', TERMINAL, command, JSON.stringify(lines)], (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout));
    });
  });
}

import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../fault/fault.ts';
import { verifySignature } from './hotkey.ts';
import { hotkeyPath, loadOrCreateHotkey, readHotkeyFile } from './hotkey-file.ts';

let wallets: string;
let path: string;
beforeEach(() => {
  wallets = join(mkdtempSync(join(tmpdir(), 'assay-wallets-')), 'wallets');
  path = hotkeyPath(wallets);
});
afterEach(() => rmSync(dirname(wallets), { recursive: true }));

const ALICE = {
  accountId: '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
  publicKey: '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
  privateKey: '0x00',
  secretPhrase: 'not looked at',
  secretSeed: '0xe5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a',
  ss58Address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
};

function put(content: unknown, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(path, mode);
}

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (Fault.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the hotkey of a folder', () => {
  it('creates the hotkey file once, readable by its owner only, and finds it again', () => {
    const made = loadOrCreateHotkey(wallets);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path))).toEqual(['default']);
    const found = loadOrCreateHotkey(wallets);
    expect(found.address).toBe(made.address);
    const message = Buffer.from('hello');
    expect(verifySignature(message, found.sign(message), made.publicKey)).toBe(true);
    expect(loadOrCreateHotkey(wallets, { wallet: 'default', hotkey: 'other' }).address).not.toBe(made.address);
  });

  it('writes the hotkey file with Bittensor’s fields', () => {
    const { address, publicKey } = loadOrCreateHotkey(wallets);
    const hex = `0x${Buffer.from(publicKey).toString('hex')}`;
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      accountId: hex,
      publicKey: hex,
      secretSeed: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      ss58Address: address,
    });
  });

  it('reads the hotkey of a wallet with additional fields', () => {
    put(ALICE);
    expect(loadOrCreateHotkey(wallets).address).toBe(ALICE.ss58Address);
  });

  it('processes that create a hotkey concurrently get the same one', async () => {
    const source = new URL('./hotkey-file.ts', import.meta.url).href;
    const script = `const { loadOrCreateHotkey } = await import(${JSON.stringify(source)});
      while (Date.now() < Number(process.argv[2])) {}
      console.log(loadOrCreateHotkey(process.argv[1]).address);`;
    const start = String(Date.now() + 1_500);
    const started = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, wallets, start]),
    );
    const addresses = (await Promise.all(started)).map(({ stdout }) => stdout.trim());
    expect(addresses).toEqual(Array(4).fill(loadOrCreateHotkey(wallets).address));
    expect(readdirSync(dirname(path))).toEqual(['default']);
  });

  it('refuses a hotkey file that others can read', () => {
    put(ALICE, 0o644);
    const fault = faultOf(() => loadOrCreateHotkey(wallets));
    expect(fault.code).toBe('KEY_UNREADABLE');
    expect(fault.message).toContain('open to other users of this machine (mode 644)');
    expect(fault.remedy).toContain(`chmod 600 ${path}`);
  });

  it('never overwrites an unreadable hotkey file, and never prints its secret', () => {
    const cases: [content: unknown, message: RegExp][] = [
      ['', /is not JSON/],
      ['{"secretSeed": "0xe5be9a', /is not JSON/],
      ['$NACL\u0001\u0002', /is encrypted/],
      [[], /is not a key file/],
      [{ ...ALICE, ss58Address: undefined }, /no valid field ss58Address/],
      [{ ...ALICE, secretSeed: null }, /no secretSeed, so it cannot sign/],
      [{ ...ALICE, secretSeed: ALICE.secretSeed.slice(0, -1) }, /not 0x and 64 hexadecimal digits/],
      [{ ...ALICE, secretSeed: ALICE.secretSeed.replace('e5', 'e4') }, /but its seed is that of 5/],
      [{ ...ALICE, publicKey: ALICE.secretSeed }, /public key that does not belong to its seed/],
      ['x'.repeat(20_000), /far too many/],
    ];
    for (const [content, message] of cases) {
      put(content);
      const before = readFileSync(path);
      const fault = faultOf(() => loadOrCreateHotkey(wallets));
      expect(fault).toMatchObject({ code: 'KEY_UNREADABLE', message: expect.stringMatching(message) });
      expect(fault.remedy).toBeTruthy();
      expect(`${fault.message} ${fault.remedy}`).not.toContain('e5be9a');
      expect(readFileSync(path)).toEqual(before);
    }
  });

  it('rejects a hotkey path that is a folder or leaves the wallet folder', () => {
    mkdirSync(path, { recursive: true });
    expect(faultOf(() => loadOrCreateHotkey(wallets))).toMatchObject({ code: 'KEY_UNREADABLE' });
    for (const hotkey of ['', '..', '../x', 'a/b', '.hidden', 'x'.repeat(101)]) {
      expect(faultOf(() => loadOrCreateHotkey(wallets, { wallet: 'default', hotkey }))).toMatchObject({
        code: 'USAGE',
      });
    }
    expect(readHotkeyFile(hotkeyPath(wallets, { wallet: 'none', hotkey: 'none' }))).toBeUndefined();
  });
});

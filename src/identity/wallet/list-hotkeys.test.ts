import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../hotkey.ts';
import { hotkeyPath, loadOrCreateHotkey, readHotkeyFile } from '../hotkey-file.ts';
import { lockSeed } from './key-envelope.ts';
import { listHotkeys } from './list-hotkeys.ts';
import { placeKeyFile } from './place-key-file.ts';

const seed = Buffer.alloc(32, 7);
const { address } = hotkeyFromSeed(seed);

let wallets: string;
beforeEach(() => {
  wallets = mkdtempSync(join(tmpdir(), 'assay-wallets-'));
});
afterEach(() => rmSync(wallets, { recursive: true }));

function put(wallet: string, hotkey: string, text: string, mode = 0o600): string {
  const path = join(wallets, wallet, 'hotkeys', hotkey);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

describe('a folder of wallets', () => {
  it('lists hotkeys of Bittensor and of ours without opening them, and skips other files', () => {
    const plain = loadOrCreateHotkey(wallets, { wallet: 'b', hotkey: 'plain' });
    put('b', 'plainpub.txt', '{}');
    put('b', '.hidden', '{}');
    put('a', 'locked', JSON.stringify(lockSeed(seed, 'passphrase', 16)));
    put('a', 'nacl', '$NACL\u0001');
    put('a', 'open', '{}', 0o644);
    writeFileSync(join(wallets, 'a', 'coldkey'), '$NACL\u0001');
    writeFileSync(join(wallets, 'stray'), '');
    const listed = listHotkeys(wallets).map(({ path: _, ...hotkey }) => hotkey);
    expect(listed).toEqual([
      { wallet: 'a', hotkey: 'locked', state: 'encrypted', address },
      {
        wallet: 'a',
        hotkey: 'nacl',
        state: 'unusable',
        reason: expect.stringContaining("encrypted by Bittensor's tools"),
      },
      { wallet: 'a', hotkey: 'open', state: 'unusable', reason: expect.stringContaining('(mode 644)') },
      { wallet: 'b', hotkey: 'plain', state: 'plain', address: plain.address },
    ]);
    expect(listHotkeys(join(wallets, 'nowhere'))).toEqual([]);
  });

  it('opens an encrypted hotkey with its passphrase, and never creates a new one in its place', () => {
    const path = put('default', 'default', JSON.stringify(lockSeed(seed, 'passphrase', 16)));
    expect(readHotkeyFile(path, 'passphrase')?.address).toBe(address);
    expect(() => readHotkeyFile(path, 'another')).toThrow('cannot be decrypted with this passphrase');
    expect(() => loadOrCreateHotkey(wallets)).toThrow('is encrypted, and no passphrase was given');
  });

  it('rejects a coldkey and keys of another kind with an explanation', () => {
    const coldkey = join(wallets, 'coldkey');
    writeFileSync(coldkey, '$NACL\u0001', { mode: 0o600 });
    expect(() => readHotkeyFile(coldkey)).toThrow('as coldkeys are, which is not supported');
    const ed25519 = put('a', 'b', JSON.stringify({ ss58Address: address, cryptoType: 0, secretSeed: '0x00' }));
    expect(() => readHotkeyFile(ed25519)).toThrow('is not an sr25519 key');
  });

  it('a new key never replaces an existing one', () => {
    const path = hotkeyPath(wallets);
    expect(placeKeyFile(path, 'first')).toBe(true);
    expect(placeKeyFile(path, 'second')).toBe(false);
    expect(() => readHotkeyFile(path)).toThrow('is not JSON');
  });
});

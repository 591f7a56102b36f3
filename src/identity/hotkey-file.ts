import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { storageFault, systemErrorCode } from '../store/storage-fault.ts';
import { syncToDisk } from '../store/sync-to-disk.ts';
import { type Hotkey, SEED_BYTES } from './hotkey.ts';
import { readKeyDocument, writeKeyDocument } from './key-document.ts';

export interface HotkeyName {
  readonly wallet: string;
  readonly hotkey: string;
}

const DEFAULT_NAME: HotkeyName = { wallet: 'default', hotkey: 'default' };

/** Where Bittensor's tools look for it, below a folder of wallets. */
export function hotkeyPath(wallets: string, name: HotkeyName = DEFAULT_NAME): string {
  for (const part of [name.wallet, name.hotkey]) {
    if (/^\w[\w.-]{0,99}$/.test(part)) continue;
    throw new Fault('USAGE', {
      message: `"${part}" is no name for a wallet or a hotkey.`,
      remedy: 'Use letters, digits, dots, dashes and underscores.',
    });
  }
  return join(wallets, name.wallet, 'hotkeys', name.hotkey);
}

/** The hotkey in a folder of wallets. The first who asks makes it; everybody else, at the same moment too, gets that one. */
export function loadOrCreateHotkey(wallets: string, name: HotkeyName = DEFAULT_NAME): Hotkey {
  const path = hotkeyPath(wallets, name);
  return readHotkeyFile(path) ?? createHotkeyFile(path);
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
/** Ten times what any wallet writes. */
const MAX_FILE_BYTES = 16 * 1024;

/** `undefined` when there is none. */
export function readHotkeyFile(path: string): Hotkey | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw unreadable(path, `cannot be opened (${systemErrorCode(error) ?? error})`, 'Check who may read it.', error);
  }
  try {
    const { mode, size } = fstatSync(file);
    if ((mode & 0o170000) !== 0o100000) throw unreadable(path, 'is not a file', 'Name a wallet that holds a hotkey.');
    if ((mode & OTHERS) !== 0) {
      // Whoever could read it may have copied it, and signatures made with it prove nothing about who made them.
      const who = `is open to other users of this machine (mode ${(mode & 0o777).toString(8).padStart(3, '0')})`;
      throw unreadable(path, who, `If nobody can have copied it, run \`chmod 600 ${path}\`; otherwise use a new key.`);
    }
    if (size > MAX_FILE_BYTES) throw unreadable(path, `has ${size} bytes, far too many for a key`, KEEP_A_COPY);
    const bytes = Buffer.alloc(size);
    const length = readSync(file, bytes, 0, size, 0);
    const document = readKeyDocument(bytes.toString('utf8', 0, length));
    if (!document.ok) throw unreadable(path, document.reason, document.remedy ?? KEEP_A_COPY);
    return document.hotkey;
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  } finally {
    closeSync(file);
  }
}

const KEEP_A_COPY = 'Put it back from a copy. To begin with a new key, and a new address, move the file away.';

/** A link appears whole and never replaces one that is there: of two that make a key at once, one wins and both use it. */
function createHotkeyFile(path: string): Hotkey {
  const seed = randomBytes(SEED_BYTES);
  const folder = resolve(dirname(path));
  const aside = join(folder, `.${randomBytes(8).toString('hex')}`);
  try {
    const firstMade = mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    const file = openSync(aside, 'wx', FILE_MODE);
    try {
      writeFileSync(file, writeKeyDocument(seed));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkOnce(aside, path);
    syncToDisk(folder);
    const first = firstMade?.length ?? Number.POSITIVE_INFINITY;
    for (let made = folder; made.length >= first; made = dirname(made)) syncToDisk(dirname(made));
  } catch (error) {
    throw storageFault(error, `writing ${path}`);
  } finally {
    rmSync(aside, { force: true });
  }
  const kept = readHotkeyFile(path);
  if (kept === undefined) throw unreadable(path, 'vanished as it was made', 'Run the command again.');
  return kept;
}

function linkOnce(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

function unreadable(path: string, what: string, remedy: string, cause?: unknown): Fault {
  return new Fault('KEY_UNREADABLE', { message: `The hotkey ${path} ${what}.`, remedy, cause });
}

import { createHash } from 'node:crypto';
import { type Hotkey, hotkeyFromSeed } from '../hotkey.ts';

/** A hotkey for tests, the same for the same name. Never use it for anything else: its secret is public. */
export function sampleHotkey(name: string): Hotkey {
  return hotkeyFromSeed(sampleSeed(name));
}

/** For third-party programs that sign with the same hotkey. */
export function sampleSeed(name: string): Buffer {
  return createHash('sha256').update(`sample hotkey ${name}`).digest();
}

import { createHash } from 'node:crypto';
import { type Hotkey, hotkeyFromSeed } from '../hotkey.ts';

/** A hotkey for tests, the same for the same name; never for anything else, since everybody knows its secret. */
export function sampleHotkey(name: string): Hotkey {
  return hotkeyFromSeed(sampleSeed(name));
}

/** For programs of others that sign with the same hotkey. */
export function sampleSeed(name: string): Buffer {
  return createHash('sha256').update(`sample hotkey ${name}`).digest();
}

import type { Hotkey } from '../../../identity/hotkey.ts';
import { sampleHotkey, sampleSeed } from '../../../identity/testing/sample-hotkeys.ts';

/** Everybody a door of the arena may have to be closed to, or open for. */
export const SAMPLE_PEOPLE = [
  /** Shows nothing. */
  'nobody',
  /** Can sign, and has no place on the chain. */
  'outsider',
  /** A contestant, and whose secrets the others are after. */
  'alice',
  /** The other contestant; it wears the crown, so that its first version is released. */
  'bob',
  /** A validator that holds a run of Alice's in the race and one in qualifying. */
  'holder',
  /** A validator that holds nothing. */
  'idle',
  /** Has a permit, and too little stake behind it. */
  'poor',
  /** A contestant, and a validator, that may no longer be. */
  'banned',
  'barred',
  'admin',
] as const;

export type Person = (typeof SAMPLE_PEOPLE)[number];
export type Signer = Exclude<Person, 'nobody'>;

const wallets = new Map<Signer, Hotkey>();

export function walletOf(person: Signer): Hotkey {
  const known = wallets.get(person);
  if (known !== undefined) return known;
  const made = sampleHotkey(`server ${person}`);
  wallets.set(person, made);
  return made;
}

/** For programs of others that sign as this person. */
export function seedOf(person: Signer): Buffer {
  return sampleSeed(`server ${person}`);
}

export function addressOf(person: Signer): string {
  return walletOf(person).address;
}

/** In TAO; whoever is not named has no place on the chain. */
export const SAMPLE_STAKES: Readonly<Partial<Record<Signer, number>>> = {
  alice: 0,
  bob: 0,
  banned: 0,
  poor: 39_999,
  holder: 50_000,
  idle: 60_000,
  barred: 70_000,
};

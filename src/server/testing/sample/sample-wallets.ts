import type { Hotkey } from '../../../identity/hotkey.ts';
import { sampleHotkey, sampleSeed } from '../../../identity/testing/sample-hotkeys.ts';

/** All kinds of callers that an endpoint may have to refuse or admit. */
export const SAMPLE_PEOPLE = [
  /** Anonymous. */
  'nobody',
  /** Can sign, but is not registered. */
  'outsider',
  /** A contestant, whose secrets the others must not see. */
  'alice',
  /** The other contestant; the champion, so its first version is released. */
  'bob',
  /** A validator that holds a run of Alice's in the race and one in qualifying. */
  'holder',
  /** A validator that holds nothing. */
  'idle',
  /** Has a permit, but too little stake. */
  'poor',
  /** A banned contestant and a banned validator. */
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

/** For third-party programs that sign as this person. */
export function seedOf(person: Signer): Buffer {
  return sampleSeed(`server ${person}`);
}

export function addressOf(person: Signer): string {
  return walletOf(person).address;
}

/** In TAO; people not listed are not registered. */
export const SAMPLE_STAKES: Readonly<Partial<Record<Signer, number>>> = {
  alice: 0,
  bob: 0,
  banned: 0,
  poor: 39_999,
  holder: 50_000,
  idle: 60_000,
  barred: 70_000,
};

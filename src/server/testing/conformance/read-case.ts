import type { SecretName } from '../sample/sample-secrets.ts';
import { type Person, SAMPLE_PEOPLE } from '../sample/sample-wallets.ts';

/** One way to read an endpoint. Callers not named in `open` are refused. */
export interface ReadCase {
  /** In the order of the pattern's parameters. */
  readonly path?: readonly string[];
  readonly query?: string;
  readonly body?: unknown;
  readonly open: readonly Person[];
  /** Which secrets the answer contains, and for whom; the answers to all other callers contain none. */
  readonly shows?: Readonly<Partial<Record<SecretName, readonly Person[]>>>;
}

export const ALL_CALLERS: readonly Person[] = SAMPLE_PEOPLE;
/** Every registered hotkey may compete, validators included, unless banned from competing. */
export const CONTESTANTS: readonly Person[] = ['alice', 'bob', 'holder', 'idle', 'poor', 'barred'];
export const VALIDATORS: readonly Person[] = ['holder', 'idle'];
export const ADMIN: readonly Person[] = ['admin'];
export const ALICE: readonly Person[] = ['alice'];
export const ALICE_AND_ADMIN: readonly Person[] = ['alice', 'admin'];
export const BOB_AND_ADMIN: readonly Person[] = ['bob', 'admin'];
export const HOLDER: readonly Person[] = ['holder'];
export const NO_CALLER: readonly Person[] = [];

/** What each endpoint shows, by its method and pattern. */
export type ReadCases = Readonly<Record<string, readonly ReadCase[]>>;

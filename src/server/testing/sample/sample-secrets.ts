import { randomInt } from 'node:crypto';

/** Secrets, hidden from all callers that the visibility table does not name. */
export const SECRET_NAMES = [
  'code of alice, first version',
  'code of alice, racing version',
  'code of alice, flagged',
  'code of alice, refused',
  'code of bob, released',
  'code of bob, near copy',
  'answers of the public suite',
  'questions of the sealed suite',
  'answers of the sealed suite',
  'questions of the race',
  'answers of the race',
  'credential of alice',
  'credential of bob',
  'error output of alice, qualifying',
  'error output of alice, race',
  'failure of alice, qualifying',
  'failure of alice, race',
  'judge on alice, qualifying',
  'judge on alice, race',
  'judge on bob, released',
  'log of alice, qualifying',
  'log of alice, race',
  'log of bob, released',
  'address on the waitlist',
] as const;

export type WordedSecret = (typeof SECRET_NAMES)[number];

/** Secrets in which no word can be planted. */
export type FoundSecret = 'scores of the running race' | 'problems of the running race' | 'keys of the arena';

export type SecretName = WordedSecret | FoundSecret;

/**
 * A word that occurs only in this secret. Letters only, so that JSON and URLs do not escape it, and admission does not
 * take it for encoded data.
 */
const words = new Map<WordedSecret, string>(SECRET_NAMES.map((name) => [name, `zq${letters(14)}`]));

function letters(count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
}

export function wordOf(name: WordedSecret): string {
  return words.get(name)!;
}

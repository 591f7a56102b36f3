import type { SampleDay } from './sample-day.ts';
import { SECRET_NAMES, type SecretName, wordOf } from './sample-secrets.ts';
import type { SampleServer } from './sample-server.ts';

/** Finds the secrets that can be read in a text. */
export type SecretFinder = (text: string) => SecretName[];

/** `tokens` are open sessions: reading one gives the access of its owner. */
export function secretFinder(server: SampleServer, day: SampleDay, tokens: readonly string[]): SecretFinder {
  const numbers = day.raceNumbers.map((number) => new RegExp(`(?<![\\d.])${`${number}`.replace('.', '\\.')}(?!\\d)`));
  const keys = [server.secret, ...tokens];
  return (text) => [
    ...SECRET_NAMES.filter((name) => text.includes(wordOf(name))),
    ...(numbers.some((number) => number.test(text)) ? (['scores of the running race'] as const) : []),
    ...(day.problems.unseen.some((id) => text.includes(id)) ? (['problems of the running race'] as const) : []),
    ...(keys.some((key) => text.includes(key)) ? (['keys of the arena'] as const) : []),
  ];
}

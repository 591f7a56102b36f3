import type { Tone } from '../../parts/badge.tsx';
import type { Row, ThoughtOrigin } from './build-rows.ts';
import type { Match } from './pair-calls.ts';

export interface Described {
  readonly tone: Tone;
  readonly text: string;
  /** A sentence for the tooltip. */
  readonly meaning: string;
}

export const MATCHES: Readonly<Record<Match, Described>> = {
  same: { tone: 'good', text: 'as recorded', meaning: 'The gateway recorded this call, with these arguments.' },
  'other result': {
    tone: 'bad',
    text: 'different result',
    meaning: 'The gateway recorded this call and sent back something else.',
  },
  'other arguments': {
    tone: 'bad',
    text: 'different arguments',
    meaning: 'The call that the gateway recorded at this point has different arguments.',
  },
  'never recorded': { tone: 'bad', text: 'never recorded', meaning: 'The gateway recorded no such call.' },
  composed: {
    tone: 'quiet',
    text: 'derived from calls',
    meaning: 'The agent computes this result itself, from recorded calls.',
  },
  'no trace': { tone: 'quiet', text: 'no network call', meaning: 'Such a call does not pass through the gateway.' },
  unchecked: { tone: 'quiet', text: 'not checked', meaning: 'There is no record to compare it with.' },
};

export const THOUGHTS: Readonly<Record<Exclude<ThoughtOrigin, 'none'>, Described>> = {
  recorded: { tone: 'good', text: 'said by the model', meaning: 'These words are in a recorded completion.' },
  'not recorded': {
    tone: 'warn',
    text: 'written by the program',
    meaning: 'No recorded completion contains these words; the judge does not read them.',
  },
  unchecked: {
    tone: 'quiet',
    text: 'not checked',
    meaning: 'It is too short, or there is nothing to compare it with.',
  },
};

/** The same for the conversation, where a claim is recorded, unsupported or unknown. */
export const SUPPORTED_CALLS: Readonly<Record<Match, Described>> = {
  ...MATCHES,
  same: { ...MATCHES.same, text: 'recorded' },
  'other result': { ...MATCHES['other result'], text: 'unsupported: different result' },
  'other arguments': { ...MATCHES['other arguments'], text: 'unsupported: different arguments' },
  'never recorded': { ...MATCHES['never recorded'], text: 'unsupported: never recorded' },
  composed: { ...MATCHES.composed, tone: 'good', text: 'derived from recorded calls' },
};

export const SUPPORTED_WORDS: Readonly<Record<Exclude<ThoughtOrigin, 'none'>, Described>> = {
  ...THOUGHTS,
  recorded: { ...THOUGHTS.recorded, text: 'recorded' },
  'not recorded': { ...THOUGHTS['not recorded'], text: 'unsupported: written by the program' },
};

const DIFFERENT: ReadonlySet<Match> = new Set(['other result', 'other arguments', 'never recorded']);

/** Whether the claims and the record differ. */
export function isDifferent(row: Row): boolean {
  if (row.kind === 'call') return isUntold(row.call.kind);
  const claimed = new Set(row.calls.flatMap(({ recorded }) => recorded));
  return (
    row.calls.some(({ match }) => DIFFERENT.has(match)) ||
    row.recorded.some((call) => isUntold(call.kind) && !claimed.has(call))
  );
}

/** Kinds of calls that an agent is expected to report. Its model calls appear as thoughts instead. */
export function isUntold(kind: string): boolean {
  return kind === 'search' || kind === 'view';
}

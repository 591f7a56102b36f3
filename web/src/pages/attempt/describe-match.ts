import type { Tone } from '../../parts/badge.tsx';
import type { Row, ThoughtOrigin } from './build-rows.ts';
import type { Match } from './pair-calls.ts';

interface Described {
  readonly tone: Tone;
  readonly text: string;
  /** In a sentence, for whoever points at it. */
  readonly meaning: string;
}

export const MATCHES: Readonly<Record<Match, Described>> = {
  same: { tone: 'good', text: 'as recorded', meaning: 'The gateway recorded this call, with these arguments.' },
  'other result': {
    tone: 'bad',
    text: 'other result',
    meaning: 'The gateway recorded this call and sent back something else.',
  },
  'other arguments': {
    tone: 'bad',
    text: 'other arguments',
    meaning: 'What the gateway recorded at this place asks for something else.',
  },
  'never recorded': { tone: 'bad', text: 'never recorded', meaning: 'Nothing of the kind passed the gateway.' },
  composed: {
    tone: 'quiet',
    text: 'worked out from calls',
    meaning: 'A tool that the agent works out itself, from calls that were recorded.',
  },
  'no trace': { tone: 'quiet', text: 'leaves no trace', meaning: 'Nothing of such a call passes the gateway.' },
  unchecked: { tone: 'quiet', text: 'not checked', meaning: 'There is no record to hold it against.' },
};

export const THOUGHTS: Readonly<Record<Exclude<ThoughtOrigin, 'none'>, Described>> = {
  recorded: { tone: 'good', text: 'said by the model', meaning: 'These words stand in a recorded completion.' },
  'not recorded': {
    tone: 'warn',
    text: 'written by the program',
    meaning: 'These words are in no recorded completion; a judge does not read them.',
  },
  unchecked: {
    tone: 'quiet',
    text: 'not checked',
    meaning: 'It is too short, or there is nothing to hold it against.',
  },
};

const DIFFERENT: ReadonlySet<Match> = new Set(['other result', 'other arguments', 'never recorded']);

/** Whether what is told and what was recorded do not fit. */
export function isDifferent(row: Row): boolean {
  if (row.kind === 'call') return isUntold(row.call.kind);
  const claimed = new Set(row.calls.flatMap(({ recorded }) => recorded));
  return (
    row.calls.some(({ match }) => DIFFERENT.has(match)) ||
    row.recorded.some((call) => isUntold(call.kind) && !claimed.has(call))
  );
}

/** Of these an agent is expected to tell; what it asked of models shows in its thoughts. */
export function isUntold(kind: string): boolean {
  return kind === 'search' || kind === 'view';
}

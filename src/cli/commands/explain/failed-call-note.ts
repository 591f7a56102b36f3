import type { Attempt } from '../../../attempt/attempt.ts';
import type { Call } from '../../../gateway/calls.ts';
import { counted } from '../../../text/counted.ts';

const CONFIRMATIONS = {
  probe: 'confirmed by a request of the platform itself',
  traffic: 'confirmed by requests of other agents',
} as const;

/** How an outage was confirmed; empty for other faults. */
export function confirmationNote(fault: NonNullable<Attempt['fault']>): string {
  return fault.confirmed_by === undefined ? '' : `, ${CONFIRMATIONS[fault.confirmed_by]}`;
}

/** Which attempts this one repeats, and how it used their answers; empty for a first attempt. */
export function repeatNote({ repeats, replay }: Pick<Attempt, 'repeats' | 'replay'>): string {
  if (repeats === undefined) return '';
  const answers = replay === undefined ? '' : `: ${counted(replay.completions, 'answer')} replayed`;
  return `${repeats.join(', ')}${answers}${replay?.departed === true ? ', then it asked something else' : ''}`;
}

/** A row for each model call with a failed try. */
export function failedCallRows(calls: readonly Pick<Call, 'sequence' | 'trouble'>[]): (string | number)[][] {
  return calls.flatMap(({ sequence, trouble }) => {
    if (trouble === undefined) return [];
    const { tries, waited_ms, failure = 'answered in the end', owner = '', reason = '' } = trouble;
    return [
      [sequence, tries, `${(waited_ms / 1000).toFixed(1)} s`, owner, [failure, reason].filter(Boolean).join(' ')],
    ];
  });
}

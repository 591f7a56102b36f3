import type { Call } from '../../../gateway/calls.ts';
import { counted } from '../../../text/counted.ts';

/**
 * States which token counts of an attempt are the gateway's estimates, and why; empty when the provider reported all.
 */
export function estimateNote(calls: readonly Pick<Call, 'usage'>[]): string {
  const of = (reason: 'missing' | 'implausible') => calls.filter(({ usage }) => usage?.estimated === reason).length;
  const reasons = [
    [of('missing'), 'the provider reported none'],
    [of('implausible'), 'the provider reported counts that cannot be true'],
  ] as const;
  const notes = reasons.filter(([count]) => count > 0).map(([count, reason]) => `${counted(count, 'call')}: ${reason}`);
  return notes.length === 0 ? '' : ` (estimated; ${notes.join('; ')})`;
}

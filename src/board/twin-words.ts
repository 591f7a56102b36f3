import type { TwinComparisonWire } from './wire/twins-wire.ts';

/** The result of the comparison with twins, in one sentence. */
export function twinSentence(twins: TwinComparisonWire | undefined): string {
  if (twins?.public == null || twins.twins === null)
    return 'Not compared with unpublished twins of the public problems.';
  if (twins.reason !== null) return twins.reason;
  const { public: open, twins: hidden, probability } = twins;
  return (
    `Public problems ${open.solved} of ${open.of}, unpublished twins ${hidden.solved} of ${hidden.of} (all runs): no significant ` +
    `difference${probability === null ? '' : ` (p = ${probability.toPrecision(2)})`}.`
  );
}

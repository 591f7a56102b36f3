import type { RaceWire } from '../../../../src/board/wire.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';

/** Everything public about a running race: how many racers are done, but no results. */
export function Progress({ race: { scored_count, qualifier_count, state } }: { readonly race: RaceWire }) {
  if (state === 'qualifying_closed') return <p>The racers are fixed. The draw is about to be committed.</p>;
  return (
    <p className="race-progress">
      <progress value={scored_count} max={Math.max(1, qualifier_count)} aria-label="Racers that are scored" />
      <span>
        {scored_count} of {counted(qualifier_count, 'racer')} {forCount(scored_count, 'is', 'are')} scored. Scores stay
        hidden until all racers are scored.
      </span>
    </p>
  );
}

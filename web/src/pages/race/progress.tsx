import type { RaceWire } from '../../../../src/board/wire.ts';

/** All that is told of a race while it runs: how many are done, and no word of how. */
export function Progress({ race: { scored_count, qualifier_count, state } }: { readonly race: RaceWire }) {
  if (state === 'qualifying_closed') return <p>The racers are fixed. The draw is about to be committed.</p>;
  return (
    <p className="race-progress">
      <progress value={scored_count} max={Math.max(1, qualifier_count)} aria-label="Racers that are scored" />
      <span>
        {scored_count} of {qualifier_count} racers are scored. No score is shown before all of them are.
      </span>
    </p>
  );
}

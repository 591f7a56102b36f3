import { excuseWords } from '../../../../src/board/excuse-words.ts';
import type { VersionExcusesWire } from '../../../../src/board/wire.ts';
import { Fact } from '../../parts/fact.tsx';

/** Attempts that failed because of an outage: repeated, or counted as failed. */
export function Excuses({ excuses }: { readonly excuses: VersionExcusesWire | undefined }) {
  if (excuses === undefined || excuses.runs === 0) {
    return <div className="state">No finished run is public yet.</div>;
  }
  return (
    <>
      <dl className="facts">
        <Fact name="Attempts">{excuses.attempts}</Fact>
        <Fact name="Excused and repeated">{excuses.repeated}</Fact>
        <Fact name="Counted as failed, no excuse left">{excuses.refused}</Fact>
      </dl>
      <p className="quiet">
        Excuses: {excuseWords(excuses)}. An attempt is repeated only when an outage is confirmed; it gets the answers
        that it already had. Outages beyond {Math.round(100 * excuses.allowed_share)} % of the problems of a run (at
        least two) are not excused.
      </p>
    </>
  );
}

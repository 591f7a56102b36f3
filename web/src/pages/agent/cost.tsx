import type { VersionCostWire } from '../../../../src/board/wire.ts';
import { durationText } from '../../parts/duration-text.ts';
import { Fact } from '../../parts/fact.tsx';

/** What running a version has cost, as reported by validators. */
export function Cost({ cost }: { readonly cost: VersionCostWire }) {
  if (cost.results === 0) {
    return <div className="state">No runs are public yet, so there is no cost to show.</div>;
  }
  const each = (total: number): string => (total / cost.results).toFixed(1);
  const { inference_calls: calls, failed_inference_calls: failed, execution_seconds: seconds } = cost;
  return (
    <>
      <dl className="facts">
        <Fact name="Runs">{cost.runs}</Fact>
        <Fact name="Attempts">{cost.results}</Fact>
        <Fact name="Model calls">
          {calls} <small className="quiet">{each(calls)} per attempt</small>
        </Fact>
        <Fact name="Model calls that failed">{failed}</Fact>
        <Fact name="Time in the sandbox">
          {durationText(1_000 * seconds, 2)} <small className="quiet">{each(seconds)} s per attempt</small>
        </Fact>
      </dl>
      <p className="quiet">
        Of all qualifying runs whose scores may be seen; races are left out. Validators report calls and seconds to the
        arena, not tokens or money; the calls of an attempt carry both where its evidence may be read.
      </p>
    </>
  );
}

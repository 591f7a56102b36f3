import type { UptimePeriodWire, UptimeWire } from '../../../../src/board/wire.ts';
import { durationText } from '../../parts/duration-text.ts';
import { Fact } from '../../parts/fact.tsx';

/** Uptime over three periods, each with how much of it was measured, and what is counted. */
export function Uptime({ uptime }: { readonly uptime: UptimeWire }) {
  const slot = uptime.slot_seconds * 1_000;
  return (
    <>
      <dl className="facts">
        <Fact name="Last 24 hours">
          <Period period={uptime.last_24_hours} slot={slot} />
        </Fact>
        <Fact name="Last 7 days">
          <Period period={uptime.last_7_days} slot={slot} />
        </Fact>
        <Fact name="Last 30 days">
          <Period period={uptime.last_30_days} slot={slot} />
        </Fact>
      </dl>
      <p className="quiet">
        The share of time slots of {durationText(slot)} with at least one claim or heartbeat that the arena accepted.
        Measured since the validator registered, without the time in which the arena did not run.
      </p>
    </>
  );
}

function Period({ period, slot }: { readonly period: UptimePeriodWire; readonly slot: number }) {
  const { share, measured_slots } = period;
  if (share === null) return <span className="quiet">not measured yet</span>;
  return (
    <>
      {uptimeText(share)} <small className="quiet">of {durationText(measured_slots * slot, 2)}</small>
    </>
  );
}

/** Rounded down, so that 100 % means no gap. */
function uptimeText(share: number): string {
  return `${Math.floor(share * 1_000 + 1e-9) / 10} %`;
}

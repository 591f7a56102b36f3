import { useArenaTime, useClockState } from './use-arena-time.ts';
import { utcText } from './utc-text.ts';

/** Shows the arena's clock if it differs from this machine's. */
export function ClockLine() {
  const { isApart } = useClockState();
  return isApart ? <Clock /> : null;
}

function Clock() {
  const { speed } = useClockState();
  const now = new Date(useArenaTime(speed > 1 ? 1_000 : 15_000)).toISOString();
  return (
    <p className="clock-line">
      <strong>Arena time</strong> <time dateTime={now}>{utcText(now)}</time>
      {speed !== 1 && `, ${Number(speed.toPrecision(3)).toLocaleString('en')} times as fast as real time`}.{' '}
      <span className="narrow-hide">All times on this page are arena time, except those marked “real time”.</span>
    </p>
  );
}

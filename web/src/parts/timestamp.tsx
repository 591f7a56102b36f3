import { durationText } from './duration-text.ts';
import { useArenaTime, useClockState, useRealTime } from './use-arena-time.ts';

interface TimestampProps {
  readonly at: string;
  /** The clock that `at` was read from. Almost everything in an arena uses the arena's clock. */
  readonly clock?: 'arena' | 'real';
}

const MINUTE = 60_000;

/** A relative time; the exact time is in the tooltip. */
export function Timestamp({ at, clock = 'arena' }: TimestampProps) {
  return clock === 'arena' ? <ArenaTimestamp at={at} /> : <RealTimestamp at={at} />;
}

function ArenaTimestamp({ at }: { readonly at: string }) {
  const now = useArenaTime(MINUTE);
  const { isApart } = useClockState();
  return (
    <time dateTime={at} title={`${new Date(at).toLocaleString()}${isApart ? ', arena time' : ''}`}>
      {agoText(at, now)}
    </time>
  );
}

/** Marked if the other times on the page are from another clock. */
function RealTimestamp({ at }: { readonly at: string }) {
  const now = useRealTime(MINUTE);
  const { isApart } = useClockState();
  return (
    <time dateTime={at} title={`${new Date(at).toLocaleString()}${isApart ? ', real time' : ''}`}>
      {agoText(at, now)}
      {isApart && <small className="quiet"> real time</small>}
    </time>
  );
}

function agoText(at: string, now: number): string {
  const away = Date.parse(at) - now;
  if (Math.abs(away) < MINUTE) return 'just now';
  return away < 0 ? `${durationText(-away)} ago` : `in ${durationText(away)}`;
}

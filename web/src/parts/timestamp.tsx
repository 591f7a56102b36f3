import { durationText } from './duration-text.ts';
import { useArenaTime, useClockState, useRealTime } from './use-arena-time.ts';
import { utcText } from './utc-text.ts';

interface TimestampProps {
  readonly at: string;
  /** The clock that `at` was read from. Almost everything in an arena uses the arena's clock. */
  readonly clock?: 'arena' | 'real';
}

const MINUTE = 60_000;

/** A time in UTC, and in parentheses how far away it is. */
export function Timestamp({ at, clock = 'arena' }: TimestampProps) {
  return clock === 'arena' ? <ArenaTimestamp at={at} /> : <RealTimestamp at={at} />;
}

function ArenaTimestamp({ at }: { readonly at: string }) {
  const now = useArenaTime(MINUTE);
  const { isApart } = useClockState();
  return <Written at={at} ago={agoText(at, now)} title={isApart ? ', arena time' : ''} />;
}

/** Marked if the other times on the page are from another clock. */
function RealTimestamp({ at }: { readonly at: string }) {
  const now = useRealTime(MINUTE);
  const { isApart } = useClockState();
  return (
    <Written at={at} ago={`${agoText(at, now)}${isApart ? ', real time' : ''}`} title={isApart ? ', real time' : ''} />
  );
}

interface WrittenProps {
  readonly at: string;
  readonly ago: string;
  readonly title: string;
}

function Written({ at, ago, title }: WrittenProps) {
  return (
    <span className="timestamp">
      <time dateTime={at} title={`${utcText(at, 'seconds')}${title}`}>
        {utcText(at)}
      </time>{' '}
      <small className="quiet ago">({ago})</small>
    </span>
  );
}

function agoText(at: string, now: number): string {
  const away = Date.parse(at) - now;
  if (Math.abs(away) < MINUTE) return 'just now';
  return away < 0 ? `${durationText(-away)} ago` : `in ${durationText(away)}`;
}

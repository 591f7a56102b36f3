import { durationText } from './duration-text.ts';
import { useArenaTime, useClockState } from './use-arena-time.ts';
import { utcText } from './utc-text.ts';

interface CountdownProps {
  readonly until: string;
  /** What happens at the end. */
  readonly label?: string;
}

/** Not announced while it runs: a screen reader would speak every second. */
export function Countdown({ until, label }: CountdownProps) {
  const left = Date.parse(until) - useArenaTime(1_000);
  const { isApart } = useClockState();
  return (
    <span role="timer" aria-live="off">
      {label !== undefined && `${label} `}
      <time dateTime={until} title={`${utcText(until, 'seconds')}${isApart ? ', arena time' : ''}`}>
        {durationText(left, 2)}
      </time>
    </span>
  );
}

import { durationText } from './duration-text.ts';
import { useArenaTime } from './use-arena-time.ts';

const MINUTE = 60_000;

/** When something was or will be, as people say it; exactly when, for whoever points at it. */
export function Moment({ at }: { readonly at: string }) {
  const now = useArenaTime(MINUTE);
  const away = Date.parse(at) - now;
  const text =
    Math.abs(away) < MINUTE ? 'just now' : away < 0 ? `${durationText(-away)} ago` : `in ${durationText(away)}`;
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {text}
    </time>
  );
}

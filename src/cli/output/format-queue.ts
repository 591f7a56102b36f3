import type { VersionStatusWire } from '../../board/wire.ts';
import { whenText } from './format-time.ts';

type QueueStatus = VersionStatusWire['queue'];

/** The estimate and the clock come from different responses of the arena. */
const SOON_MILLISECONDS = 10_000;

/** Never just “queued”: the position, how many are ahead, and when its next run may start. */
export function placeText({ position, ahead, estimated_start_at: start }: QueueStatus, now: number): string {
  if (position === null) return 'not queued';
  const before = ahead === 0 ? 'next in line' : `${ahead} ahead`;
  return `place ${position}, ${before}; ${startText(start, now)}`;
}

function startText(start: string | null, now: number): string {
  if (start === null) return 'no estimate';
  return Date.parse(start) <= now + SOON_MILLISECONDS
    ? 'its next run can start now'
    : `its next run may start ${whenText(start, now)}`;
}

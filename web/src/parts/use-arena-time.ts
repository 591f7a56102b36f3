import { useEffect, useState, useSyncExternalStore } from 'react';
import { arenaNow, type ClockState, clockState, onClockChange } from '../api/arena-clock.ts';

/** The arena's time, again every so often, and at once when it turns out to differ from this machine's. */
export function useArenaTime(everyMilliseconds: number): number {
  return useTime(arenaNow, everyMilliseconds);
}

/** The time of this machine. */
export function useRealTime(everyMilliseconds: number): number {
  return useTime(Date.now, everyMilliseconds);
}

export function useClockState(): ClockState {
  return useSyncExternalStore(onClockChange, clockState);
}

function useTime(read: () => number, everyMilliseconds: number): number {
  const [now, setNow] = useState(read);
  const clock = useClockState();
  useEffect(() => {
    setNow(read());
    const timer = setInterval(() => setNow(read()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [read, everyMilliseconds, clock]);
  return now;
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { arenaNow, type ClockState, clockState, onClockChange } from '../api/arena-clock.ts';

/** The arena's time, updated at this interval and as soon as a difference to this machine's clock is detected. */
export function useArenaTime(everyMilliseconds: number): number {
  return useTime(arenaNow, everyMilliseconds);
}

/** This machine's time. */
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

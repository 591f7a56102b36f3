import { useEffect, useState } from 'react';
import { arenaNow } from '../api/arena-clock.ts';

/** The arena's time, again every so often. */
export function useArenaTime(everyMilliseconds: number): number {
  const [now, setNow] = useState(arenaNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(arenaNow()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}

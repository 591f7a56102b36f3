import { type RefObject, useEffect, useRef, useState } from 'react';

/** How wide an element is, as it is and as it becomes; `undefined` before it is there. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number | undefined] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}

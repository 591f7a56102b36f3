import { type ReactNode, useEffect, useRef } from 'react';

type Plot = typeof import('@observablehq/plot');

interface ChartProps {
  /** What the chart shows, in a sentence: the only description for readers who cannot see it, besides the table. */
  readonly label: string;
  readonly draw: (plot: Plot, width: number) => Element;
  /** The same numbers as a table. */
  readonly table?: ReactNode;
}

/** A chart drawn by Observable Plot, which is loaded only when a chart is drawn. */
export function Chart({ label, draw, table }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    const element = place.current!;
    const render = async (): Promise<void> => {
      // The import fails offline. The label and table are still shown; the next resize retries.
      const plot = await import('@observablehq/plot').catch(() => undefined);
      if (plot === undefined || gone || element.clientWidth === 0) return;
      const drawing = draw(plot, element.clientWidth);
      // Hide Plot's generic labels such as "line" from screen readers.
      drawing.setAttribute('aria-hidden', 'true');
      element.replaceChildren(drawing);
    };
    const observer = new ResizeObserver(() => void render());
    observer.observe(element);
    return () => {
      gone = true;
      observer.disconnect();
    };
  }, [draw]);
  return (
    <figure className="chart">
      <div ref={place} role="img" aria-label={label} />
      <figcaption>{label}</figcaption>
      {table !== undefined && (
        <details>
          <summary>Show data</summary>
          {table}
        </details>
      )}
    </figure>
  );
}

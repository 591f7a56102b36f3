import { type ReactNode, useEffect, useRef } from 'react';
import { forCount } from '../../../src/text/counted.ts';

type Plot = typeof import('@observablehq/plot');

interface ChartProps {
  /** What the chart shows, in a sentence: the only description for readers who cannot see it, besides the table. */
  readonly label: string;
  readonly draw: (plot: Plot, width: number) => Element;
  /** The same numbers as a table. */
  readonly table?: ReactNode;
  /** How many values there are, and how many a reader needs to see a course in them: with fewer, the chart says so. */
  readonly values?: { readonly count: number; readonly needed: number; readonly noun: string };
}

/** A chart, or its table if there are too few values for a chart that does not mislead. */
export function Chart({ values, ...drawn }: ChartProps) {
  if (values === undefined || values.count >= values.needed) return <Drawn {...drawn} />;
  const { count, needed, noun } = values;
  return (
    <figure className="chart">
      <p>
        Too few {forCount(0, noun)} for a chart: {count}, and it needs {needed}.
      </p>
      {drawn.table}
    </figure>
  );
}

/** Drawn by Observable Plot, which is loaded only when a chart is drawn. */
function Drawn({ label, draw, table }: Omit<ChartProps, 'values'>) {
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

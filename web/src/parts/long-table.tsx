import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Cells, type Column, type DataTableProps, Head } from './data-table.tsx';

const ROW_PIXELS = 46;

/** A table that renders only the visible rows. Assistive technology gets the row count and the index of each row. */
export function LongTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey } = props;
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
  });
  useFixedColumns(scroller, columns);
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section className="scroll tall" ref={scroller} tabIndex={0} aria-label={caption}>
      <table aria-rowcount={rows.length + 1}>
        <caption>{caption}</caption>
        <Head columns={columns} sorting={props.sorting} />
        <tbody>
          {above > 0 && <Gap height={above} columns={columns.length} />}
          {items.map(({ index }) => {
            const row = rows[index]!;
            return (
              <LongRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                index={index}
                measure={virtual.measureElement}
                className={props.rowClass?.(row)}
              />
            );
          })}
          {below > 0 && <Gap height={below} columns={columns.length} />}
        </tbody>
      </table>
    </section>
  );
}

interface LongRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly className: string | undefined;
}

/** The table renders on every frame while scrolling. Rows that were there before need not. */
const LongRow = memo(function LongRow<Row>({ row, columns, index, measure, className }: LongRowProps<Row>) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={className}>
      <Cells row={row} columns={columns} />
    </tr>
  );
}) as <Row>(props: LongRowProps<Row>) => React.JSX.Element;

/**
 * Keeps the column widths that the first rows set. Otherwise the browser would lay out the whole table again for every
 * row that scrolls into view, and columns would jump.
 */
function useFixedColumns(scroller: RefObject<HTMLElement | null>, columns: readonly unknown[]): void {
  useLayoutEffect(() => fixColumns(scroller.current!), [scroller, columns.length]);
  useEffect(() => {
    const element = scroller.current!;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fixColumns(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

function fixColumns(scroller: HTMLElement): void {
  const table = scroller.querySelector('table')!;
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')];
  table.style.tableLayout = 'auto';
  for (const head of heads) head.style.width = '';
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  for (const [index, head] of heads.entries()) head.style.width = `${widths[index]}px`;
  table.style.tableLayout = 'fixed';
}

function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

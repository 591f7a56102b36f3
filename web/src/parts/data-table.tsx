import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

export interface Column<Row> {
  readonly head: string;
  readonly align?: 'right';
  readonly cell: (row: Row) => ReactNode;
  /** Left out where there is no room for everything. */
  readonly narrow?: 'hide';
  /** By which name the table is sorted by this column. */
  readonly sort?: string;
}

export interface Sorting {
  /** The column that the rows are sorted by. */
  readonly by: string;
  readonly direction: 'asc' | 'desc';
  readonly choose: (sort: string) => void;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowClass?: (row: Row) => string | undefined;
  /** Makes columns with a `sort` sortable. The caller sorts: it may not have all rows. */
  readonly sorting?: Sorting | undefined;
}

/** More than a browser lays out without being felt. */
const MANY = 200;
const ROW_PIXELS = 46;

/** A table; one of many rows keeps only those in sight in the document, and says how many there are. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return props.rows.length > MANY ? <LongTable {...props} /> : <ShortTable {...props} />;
}

function ShortTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, rowKey } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section className="scroll" tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <Head columns={props.columns} sorting={props.sorting} />
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={props.rowClass?.(row)}>
              <Cells row={row} columns={props.columns} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LongTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey } = props;
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
  });
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
              <tr
                key={rowKey(row)}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className={props.rowClass?.(row)}
              >
                <Cells row={row} columns={columns} />
              </tr>
            );
          })}
          {below > 0 && <Gap height={below} columns={columns.length} />}
        </tbody>
      </table>
    </section>
  );
}

function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
}

function Head<Row>({ columns, sorting }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { head, sort } = column;
          if (sorting === undefined || sort === undefined) {
            return (
              <th key={head} scope="col" className={classOf(column)}>
                {head}
              </th>
            );
          }
          const isSorted = sorting.by === sort;
          const direction = sorting.direction === 'asc' ? 'ascending' : 'descending';
          return (
            <th key={head} scope="col" className={classOf(column)} aria-sort={isSorted ? direction : 'none'}>
              <button type="button" className="sort" onClick={() => sorting.choose(sort)}>
                {head}
                <span aria-hidden="true">{isSorted ? (direction === 'ascending' ? ' ▲' : ' ▼') : ''}</span>
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function Cells<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <td key={column.head} className={classOf(column)}>
      {column.cell(row)}
    </td>
  ));
}

function classOf<Row>({ align, narrow }: Column<Row>): string | undefined {
  const names = [align, narrow === 'hide' && 'narrow-hide'].filter((name) => typeof name === 'string');
  return names.length > 0 ? names.join(' ') : undefined;
}

import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useNarrow } from './use-narrow.ts';

export interface Column<Row> {
  readonly head: string;
  /** Shown in place of `head`, which then only tells the column from others. */
  readonly headCell?: ReactNode;
  readonly align?: 'right';
  readonly cell: (row: Row) => ReactNode;
  /**
   * Whether this is a column that readers look for. It must be visible on a phone without scrolling sideways. Every
   * table has one.
   */
  readonly decisive?: boolean;
  /** Hidden on narrow screens. */
  readonly narrow?: 'hide';
  /** Sort key of this column. */
  readonly sort?: string;
}

export interface Sorting {
  /** Sort key that the rows are sorted by. */
  readonly by: string;
  readonly direction: 'asc' | 'desc';
  readonly choose: (sort: string) => void;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowClass?: (row: Row) => string | undefined;
  /** Makes columns with a `sort` key sortable. The caller sorts, because the table may not have all rows. */
  readonly sorting?: Sorting | undefined;
}

/** Row count above which rendering becomes noticeably slow. */
const MANY = 200;
/** More rows than a screen shows. Rendered while the code for long tables loads, so that the first rows appear soon. */
const FIRST_SCREEN = 40;

/**
 * Loaded on the first long table, because most pages never need it. If that fails offline, only the first rows are
 * shown.
 */
const LongTable = lazy(async () => {
  try {
    return { default: (await import('./long-table.tsx')).LongTable };
  } catch {
    return { default: FirstRows };
  }
}) as typeof FirstRows;

/** A table. If it has many rows, only the visible ones are rendered, and it states the total. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const isNarrow = useNarrow();
  const columns = useMemo(() => (isNarrow ? decisiveFirst(given.columns) : given.columns), [isNarrow, given.columns]);
  const props = { ...given, columns };
  if (props.rows.length <= MANY) return <ShortTable {...props} />;
  return (
    <Suspense fallback={<ShortTable {...props} rows={props.rows.slice(0, FIRST_SCREEN)} />}>
      <LongTable {...props} />
    </Suspense>
  );
}

/**
 * On a phone the decisive columns follow the first column, which names the row; scrolling sideways shows the others.
 * Hidden columns are left out, so that a hidden number before the name does not take its place.
 */
function decisiveFirst<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const [name, ...others] = columns.filter(({ narrow }) => narrow !== 'hide');
  if (name === undefined) return columns;
  const rank = ({ decisive }: Column<Row>): number => (decisive === true ? 0 : 1);
  return [name, ...others.toSorted((one, other) => rank(one) - rank(other))];
}

function FirstRows<Row>(props: DataTableProps<Row>) {
  return <ShortTable {...props} rows={props.rows.slice(0, MANY)} />;
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

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
}

export function Head<Row>({ columns, sorting }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { head, headCell = head, sort } = column;
          if (sorting === undefined || sort === undefined) {
            return (
              <th key={head} scope="col" className={column.align} data-decisive={column.decisive === true || undefined}>
                {headCell}
              </th>
            );
          }
          const isSorted = sorting.by === sort;
          const direction = sorting.direction === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={head}
              scope="col"
              className={column.align}
              data-decisive={column.decisive === true || undefined}
              aria-sort={isSorted ? direction : 'none'}
            >
              <button type="button" className="sort" onClick={() => sorting.choose(sort)}>
                {head}
                <span aria-hidden="true">{isSorted ? (direction === 'ascending' ? '\u00a0▲' : '\u00a0▼') : ''}</span>
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

export function Cells<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <td key={column.head} className={column.align}>
      {column.cell(row)}
    </td>
  ));
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CorpusRows } from '../../../../src/corpus/corpus-rows-schema.ts';
import type { RowFilter } from '../../../../src/corpus/row-filters.ts';
import { forCount } from '../../../../src/text/counted.ts';
import { corpusRowsQuery } from '../../api/corpus-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { chosenBy } from '../../parts/chosen-by.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import { visibleText } from '../../parts/visible-text.ts';
import { outcomeText, outcomeTone } from './outcome.ts';
import { type RowsSearch, readRowsSearch } from './rows-search.ts';

type ListedRow = CorpusRows['rows'][number];

interface RowsBrowserProps {
  readonly search: RowsSearch;
  readonly choose: (next: RowsSearch) => void;
}

/** The rows that can be downloaded, page by page. The arena filters, because it has all of them. */
export function RowsBrowser({ search, choose }: RowsBrowserProps) {
  const query = useInfiniteQuery(corpusRowsQuery(search as Readonly<Record<string, string>>));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <QueryView query={query} what="the rows">
      {({ pages }) => {
        const first = pages[0]!;
        const rows = pages.flatMap((page) => page.rows);
        return (
          <>
            <Filters filters={first.filters} search={search} choose={choose} />
            {rows.length === 0 ? (
              <div className="state">
                {first.total === 0 ? 'No row of this release is public.' : 'No rows match these filters.'}
              </div>
            ) : (
              <DataTable
                caption={captionOf(first, rows.length)}
                columns={columnsFor(search)}
                rows={rows}
                rowKey={({ id }) => id}
              />
            )}
            {hasNextPage && (
              <p>
                <button type="button" onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
                  {isFetchingNextPage ? 'Loading…' : 'Show more rows'}
                </button>
              </p>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function captionOf({ matching, total, beyond }: CorpusRows, shown: number): string {
  const of =
    matching === total
      ? `${total.toLocaleString('en')} ${forCount(total, 'row')}`
      : `${matching.toLocaleString('en')} matching ${forCount(matching, 'row')}`;
  const all = matching === total ? '' : ` (${total.toLocaleString('en')} in all)`;
  const more =
    beyond === 0 ? '' : ` ${beyond.toLocaleString('en')} more ${forCount(beyond, 'is', 'are')} only in the files.`;
  return `${shown.toLocaleString('en')} of ${of}${all}. Rows of the held-out split are not public.${more}`;
}

const LABELS: Readonly<Record<RowFilter, string>> = {
  reason: 'Kept because',
  category: 'Category',
  model: 'Model',
  agency: 'Calls chosen by',
  outcome: 'Outcome',
  split: 'Split',
  origin: 'Origin',
};

interface FiltersProps extends RowsBrowserProps {
  readonly filters: CorpusRows['filters'];
}

function Filters({ filters, search, choose }: FiltersProps) {
  const isFiltered = Object.keys(search).length > 0;
  return (
    <div className="filters">
      {filters.map(({ name, values }) => (
        <Filter
          key={name}
          label={LABELS[name]}
          value={search[name] ?? ''}
          values={values}
          nameOf={name === 'agency' ? chosenBy : undefined}
          set={(value) => choose(readRowsSearch({ ...search, [name]: value }))}
        />
      ))}
      {isFiltered && (
        <p className="filter">
          <button type="button" onClick={() => choose({})}>
            Show all rows
          </button>
        </p>
      )}
    </div>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly values: CorpusRows['filters'][number]['values'];
  readonly nameOf: ((value: string) => string) | undefined;
  readonly set: (value: string) => void;
}

function Filter({ label, value, values, nameOf = String, set }: FilterProps) {
  const field = useUniqueId();
  const isListed = value === '' || values.some((each) => each.value === value);
  return (
    <p className="filter">
      <label htmlFor={field}>{label}</label>
      <select id={field} value={value} onChange={({ target }) => set(target.value)}>
        <option value="">all</option>
        {!isListed && <option value={value}>{visibleText(nameOf(value), 60)} (0)</option>}
        {values.map(({ value: each, rows }) => (
          <option key={each} value={each}>
            {visibleText(nameOf(each), 60)} ({rows.toLocaleString('en')})
          </option>
        ))}
      </select>
    </p>
  );
}

function columnsFor(search: RowsSearch): readonly Column<ListedRow>[] {
  return [
    {
      head: 'What was asked',
      cell: ({ id, query }) => (
        <Link to="/corpus/rows/$rowId" params={{ rowId: id }} search={search}>
          <HostileText text={query} limit={160} lines={3} />
        </Link>
      ),
    },
    {
      head: 'Outcome',
      decisive: true,
      cell: ({ outcome }) => <Badge tone={outcomeTone(outcome)}>{outcomeText(outcome)}</Badge>,
    },
    {
      head: 'Model',
      cell: ({ model, simulated }) => (
        <>
          <HostileText text={model} oneLine limit={60} /> {simulated && <Badge tone="warn">simulated</Badge>}
        </>
      ),
    },
    { head: 'Category', narrow: 'hide', cell: ({ category }) => category },
    {
      head: 'Calls chosen by',
      narrow: 'hide',
      cell: ({ agency, origin }) => (
        <>
          {chosenBy(agency)} {origin !== 'recorded' && <Badge tone="warn">{origin}</Badge>}
        </>
      ),
    },
    { head: 'Split', narrow: 'hide', cell: ({ split }) => split },
    { head: 'Calls', align: 'right', narrow: 'hide', cell: ({ calls }) => calls },
    { head: 'Tokens', align: 'right', narrow: 'hide', cell: ({ tokens }) => tokens.toLocaleString('en') },
  ];
}

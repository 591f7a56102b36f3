import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ArenaError } from '../../api/arena-error.ts';
import { arenaQuery } from '../../api/board-queries.ts';
import { corpusFileAddress, corpusQuery } from '../../api/corpus-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { Composition } from './composition.tsx';
import './corpus.css';
import { type CorpusSummary, sizeText } from './corpus-summary.ts';
import { Funnel } from './funnel.tsx';
import { NotBuiltYet } from './not-built-yet.tsx';
import { RowsBrowser } from './rows-browser.tsx';
import { type RowsSearch, readRowsSearch } from './rows-search.ts';

/** Loaded separately, because only this page needs the Markdown parser. */
const Markdown = lazy(async () => ({ default: (await import('../../parts/markdown.tsx')).Markdown }));

const LEAD =
  'Training rows made from the attempts of this arena. Every row can be traced back to the calls that were recorded.';

export function CorpusPage() {
  const { data: arena, isError } = useQuery(arenaQuery());
  // Not requested if there is none: the browser would log the 404 as an error.
  const query = useQuery({ ...corpusQuery(), enabled: isError || (arena !== undefined && arena.has_corpus !== false) });
  const isMissing = arena?.has_corpus === false || (query.error instanceof ArenaError && query.error.status === 404);
  return (
    <Page title="Corpus" lead={LEAD}>
      {isMissing ? (
        <NotBuiltYet title="No corpus is published here." command="npx assay admin corpus publish">
          The operator builds a corpus from the attempts of this arena and publishes it with this command, on a machine
          with the arena’s data folder or <code>DATABASE_URL</code>:
        </NotBuiltYet>
      ) : (
        <QueryView query={query} what="the corpus">
          {(corpus) => <Corpus corpus={corpus} />}
        </QueryView>
      )}
    </Page>
  );
}

function Corpus({ corpus }: { readonly corpus: CorpusSummary }) {
  // Validated again: the router also passes on parameters that the root route did not reject.
  const search = readRowsSearch(useSearch({ from: '/corpus' }));
  const navigate = useNavigate({ from: '/corpus' });
  const choose = (next: RowsSearch): void => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <>
      <Section
        title="From attempts to rows"
        note={
          <>
            <HostileText text={corpus.name} oneLine limit={80} />, built{' '}
            <Timestamp at={corpus.built_at} clock={corpus.built_clock ?? 'real'} /> with filter{' '}
            <code>{corpus.config_fingerprint}</code>
          </>
        }
      >
        <Funnel funnel={corpus.funnel} />
      </Section>
      <Section title="Composition">
        <Composition composition={corpus.composition} />
      </Section>
      <div id="rows">
        <Section title="Rows">
          <RowsBrowser search={search} choose={choose} />
        </Section>
      </div>
      <Section title="Files">
        <DataTable
          caption="Downloads with their hashes. The held-out split is not published."
          columns={FILES}
          rows={corpus.files}
          rowKey={({ name }) => name}
        />
      </Section>
      <Section title="Card">
        <Suspense fallback={<HostileText text={corpus.card} limit={40_000} lines={2_000} />}>
          <Markdown text={corpus.card} label="The card" />
        </Suspense>
      </Section>
    </>
  );
}

const FILES: readonly Column<CorpusSummary['files'][number]>[] = [
  {
    head: 'File',
    cell: ({ name, sha256 }) => (
      <>
        <a className="corpus-file" href={corpusFileAddress(name)} download>
          {name}
        </a>
        <details className="file-hash">
          <summary>SHA-256</summary>
          <code className="hash">{sha256}</code>
        </details>
      </>
    ),
  },
  { head: 'Rows', align: 'right', cell: ({ rows }) => rows?.toLocaleString('en') ?? '–' },
  { head: 'Size', decisive: true, align: 'right', cell: ({ bytes }) => sizeText(bytes) },
];

import { useQuery } from '@tanstack/react-query';
import { ArenaError } from '../../api/arena-error.ts';
import { corpusFileAddress, corpusQuery } from '../../api/corpus-queries.ts';
import { Asked } from '../../parts/asked.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { Composition } from './composition.tsx';
import './corpus.css';
import { type CorpusSummary, sizeText } from './corpus-summary.ts';
import { Funnel } from './funnel.tsx';
import { NothingBuilt } from './nothing-built.tsx';
import { SampleTable } from './sample-table.tsx';

const LEAD =
  'What the arena’s attempts leave for training: every row can be followed back to the calls that were recorded.';

export function CorpusPage() {
  const query = useQuery(corpusQuery());
  const isMissing = query.error instanceof ArenaError && query.error.status === 404;
  return (
    <Page title="Corpus" lead={LEAD}>
      {isMissing ? (
        <NothingBuilt
          title="No corpus is published here."
          command="npx assay corpus filter DATA --out corpus && npx assay corpus build corpus --out release"
        >
          It is made from what validators recorded. These commands make it, and `assay serve --corpus release` shows it:
        </NothingBuilt>
      ) : (
        <Asked query={query} what="the corpus">
          {(corpus) => <Corpus corpus={corpus} />}
        </Asked>
      )}
    </Page>
  );
}

function Corpus({ corpus }: { readonly corpus: CorpusSummary }) {
  return (
    <>
      <Section
        title="From attempts to rows"
        note={
          <>
            {corpus.name}, built <Moment at={corpus.built_at} /> with filter <code>{corpus.config_fingerprint}</code>
          </>
        }
      >
        <Funnel funnel={corpus.funnel} />
      </Section>
      <Section title="What it is made of">
        <Composition composition={corpus.composition} />
      </Section>
      <Section title="Samples">
        <SampleTable samples={corpus.samples} />
      </Section>
      <Section title="Files">
        <DataTable
          caption="To download, each with its hash"
          columns={FILES}
          rows={corpus.files}
          rowKey={({ name }) => name}
        />
      </Section>
      <Section title="The card">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
        <section className="card" tabIndex={0} aria-label="The text of the card">
          <HostileText text={corpus.card} limit={40_000} lines={2_000} />
        </section>
      </Section>
    </>
  );
}

const FILES: readonly Column<CorpusSummary['files'][number]>[] = [
  {
    head: 'File',
    cell: ({ name }) => (
      <a href={corpusFileAddress(name)} download>
        {name}
      </a>
    ),
  },
  { head: 'Rows', align: 'right', cell: ({ rows }) => rows?.toLocaleString('en') ?? '–' },
  { head: 'Size', align: 'right', cell: ({ bytes }) => sizeText(bytes) },
  {
    head: 'SHA-256',
    narrow: 'hide',
    cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 16)}…</code>,
  },
];

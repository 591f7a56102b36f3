import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { LedgerEventWire } from '../../../../src/board/ledger-event.ts';
import { useRecentEvents } from '../../live/live-provider.tsx';
import { EventLinks } from '../../parts/event-links.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { SimulatedHere } from '../../parts/simulated.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { WithNames } from '../../parts/with-names.tsx';
import { isAboutMoney, titleOf } from '../arena/describe-event.ts';
import './ledger.css';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import { ledgerQuery } from './ledger-queries.ts';
import { type LedgerSearch, readLedgerSearch } from './ledger-search.ts';
import { VerifyPanel } from './verify-panel.tsx';

const LEAD =
  'Everything that happened in this arena: who did what, when and why. Events are never changed or removed; corrections are events too.';

export function LedgerPage() {
  // Validated again: the router also passes on parameters that the root route did not reject.
  const search = readLedgerSearch(useSearch({ from: '/ledger' }));
  const navigate = useNavigate({ from: '/ledger' });
  const choose = (next: LedgerSearch): void =>
    void navigate({ search: readLedgerSearch({ ...next }), replace: true, resetScroll: false });
  return (
    <Page title="Ledger" lead={LEAD}>
      <VerifyPanel />
      <Section title="Events" note="The newest first">
        <Filters search={search} choose={choose} />
        <Events search={search} choose={choose} />
      </Section>
    </Page>
  );
}

interface LedgerProps {
  readonly search: LedgerSearch;
  readonly choose: (next: LedgerSearch) => void;
}

const KINDS: readonly (readonly [kind: string, text: string])[] = [
  ['submission', 'submissions'],
  ['version', 'versions'],
  ['run', 'runs'],
  ['item', 'disagreements'],
  ['race', 'races'],
  ['racer', 'race scores'],
  ['draw', 'draws'],
  ['crown', 'champions'],
  ['code', 'released code'],
  ['suite', 'suites'],
  ['problem', 'retired problems'],
  ['hotkey', 'names and bans'],
  ['validator', 'validators'],
  ['neuron', 'registrations'],
  ['weights', 'weights'],
  ['epoch', 'epochs'],
  ['ledger', 'payments'],
  ['corpus', 'corpus'],
  ['policy', 'policy changes'],
];

function Filters({ search, choose }: LedgerProps) {
  const kind = useUniqueId();
  const about = useUniqueId();
  const [typed, setTyped] = useState(search.about ?? '');
  useEffect(() => setTyped(search.about ?? ''), [search.about]);
  const known = search.kind === undefined || KINDS.some(([each]) => each === search.kind);
  const { about: _, ...withoutAbout } = search;
  return (
    <form
      className="ledger-filters"
      onSubmit={(event) => {
        event.preventDefault();
        choose(readLedgerSearch({ ...search, about: typed.trim() }));
      }}
    >
      <p>
        <label htmlFor={kind}>Kind</label>
        <select
          id={kind}
          value={search.kind ?? ''}
          onChange={({ target }) => choose(readLedgerSearch({ ...search, kind: target.value }))}
        >
          <option value="">all</option>
          {!known && <option value={search.kind}>{titleOf(search.kind!)}</option>}
          {KINDS.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      </p>
      <p className="wide">
        <label htmlFor={about}>About</label>
        <input
          id={about}
          type="search"
          value={typed}
          maxLength={200}
          placeholder="a hotkey, the id of a version or run, or race 3"
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value === '') choose(withoutAbout);
          }}
        />
      </p>
      <button type="submit">Filter</button>
    </form>
  );
}

function Events({ search, choose }: LedgerProps) {
  const query = useInfiniteQuery(ledgerQuery(search));
  const newest = useRecentEvents()[0]?.sequence ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch, isFetching } = query;
  return (
    <QueryView
      query={query}
      what="the events"
      isEmpty={({ pages }) => pages.every(({ events }) => events.length === 0) && !hasNextPage}
      empty={
        search.kind === undefined && search.about === undefined
          ? 'Nothing has happened yet.'
          : 'No events match these filters.'
      }
    >
      {({ pages }) => (
        <>
          {newest > pages[0]!.head && (
            <p>
              <button type="button" onClick={() => void refetch()} disabled={isFetching}>
                Show newer events
              </button>
            </p>
          )}
          <ol className="ledger-events">
            {pages
              .flatMap(({ events }) => events)
              .map((event) => (
                <EventItem key={event.sequence} event={event} choose={choose} search={search} />
              ))}
          </ol>
          {hasNextPage && (
            <p>
              <button type="button" onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
                {isFetchingNextPage
                  ? 'Loading…'
                  : `Show events before ${pages.at(-1)!.next_before!.toLocaleString('en')}`}
              </button>
            </p>
          )}
        </>
      )}
    </QueryView>
  );
}

function EventItem({ event, search, choose }: LedgerProps & { readonly event: LedgerEventWire }) {
  const filterBy = (about: string) => (
    <button type="button" className="plain subject" onClick={() => choose({ ...search, about })}>
      <WithNames text={about} oneLine limit={70} />
      <span className="hidden">: show only events about it</span>
    </button>
  );
  return (
    <li>
      <div className="ledger-head">
        <span className="quiet">#{event.sequence}</span>
        <strong>{titleOf(event.what)}</strong>
        <span>
          <EventLinks event={event} />
        </span>
        {isAboutMoney(event) && <SimulatedHere what="money" />}
        <span className="quiet">
          <Timestamp at={event.when} />
        </span>
      </div>
      <p>
        <WithNames text={event.why} limit={500} />
      </p>
      <p className="quiet ledger-about">
        About {filterBy(event.subject)} by {filterBy(event.who)}
      </p>
      <details>
        <summary>Details</summary>
        <pre>
          <HostileText text={JSON.stringify(event.data, null, 2)} limit={20_000} lines={1_000} />
        </pre>
        <dl className="ledger-hashes">
          <dt>About</dt>
          <dd>
            <HostileText text={event.subject} oneLine limit={300} />
          </dd>
          <dt>By</dt>
          <dd>
            <HostileText text={event.who} oneLine limit={300} />
          </dd>
          <dt>Kind</dt>
          <dd>
            <code>{event.what}</code>
          </dd>
          <dt>Previous hash</dt>
          <dd>
            <code className="hash">{event.previous}</code>
          </dd>
          <dt>Hash</dt>
          <dd>
            <code className="hash">{event.hash}</code>
          </dd>
        </dl>
      </details>
    </li>
  );
}

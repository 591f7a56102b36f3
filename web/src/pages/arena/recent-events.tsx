import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LedgerEventWire } from '../../../../src/board/ledger-event.ts';
import { ledgerTailQuery } from '../../api/board-queries.ts';
import { useRecentEvents } from '../../live/live-provider.tsx';
import { EventLinks } from '../../parts/event-links.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { SimulatedHere } from '../../parts/simulated.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { WithNames } from '../../parts/with-names.tsx';
import { isAboutMoney, newestFirst, titleOf } from './describe-event.ts';

const SHOWN = 15;

export function RecentEvents() {
  const query = useQuery(ledgerTailQuery((tail) => newestFirst([], tail, SHOWN).length === SHOWN));
  const live = useRecentEvents();
  return (
    <Section
      title="Recent events"
      note={
        <>
          From the public ledger, in which each event contains the hash of the one before it.{' '}
          <Link to="/ledger">All events</Link>
        </>
      }
    >
      <QueryView
        query={query}
        what="the recent events"
        isEmpty={(tail) => tail.length + live.length === 0}
        empty="Nothing has happened in this arena yet."
      >
        {(tail) => (
          <ol className="events">
            {newestFirst(live, tail, SHOWN).map((event) => (
              <Event key={event.sequence} event={event} />
            ))}
          </ol>
        )}
      </QueryView>
    </Section>
  );
}

function Event({ event }: { readonly event: LedgerEventWire }) {
  return (
    <li>
      <span className="quiet">
        <Timestamp at={event.when} />
      </span>
      <span>
        <strong>{titleOf(event.what)}</strong> {isAboutMoney(event) && <SimulatedHere what="money" />}
        <EventLinks event={event} />{' '}
        <span className="quiet">
          <WithNames text={event.why} limit={240} />
        </span>
      </span>
    </li>
  );
}

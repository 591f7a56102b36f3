import { Link } from '@tanstack/react-router';
import type { LedgerEventWire } from '../../../src/board/ledger-event.ts';
import { linksOf } from './event-subjects.ts';
import { HostileText } from './hostile-text.tsx';
import { Person } from './person.tsx';

/** Links to the pages of what an event is about. */
export function EventLinks({ event }: { readonly event: LedgerEventWire }) {
  const { version, race, validator, contestant, page } = linksOf(event);
  return (
    <>
      {version !== undefined && (
        <>
          {' '}
          <Link to="/agents/$versionId" params={{ versionId: version.id }}>
            <HostileText text={version.name} oneLine limit={60} />
          </Link>
        </>
      )}
      {race !== undefined && (
        <>
          {' '}
          <Link to="/races/$raceId" params={{ raceId: race.id }}>
            race {race.number}
          </Link>
        </>
      )}
      {validator !== undefined && (
        <>
          {' '}
          <Person hotkey={validator} as="validator" />
        </>
      )}
      {contestant !== undefined && (
        <>
          {' '}
          <Person hotkey={contestant} />
        </>
      )}
      {page !== undefined && (
        <>
          {' '}
          <Link to={page}>{page === '/corpus' ? 'corpus' : 'chain'}</Link>
        </>
      )}
    </>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ArenaError } from '../api/arena-error.ts';
import { HostileText } from './hostile-text.tsx';

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>;
  /** Name of the data as used in a sentence: "the leaderboard". */
  readonly what: string;
  readonly isEmpty?: (data: T) => boolean;
  readonly empty?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Renders the loading, error, empty and data states of a query. Old data stays while it refetches. */
export function QueryView<T>({ query, what, isEmpty, empty, children }: QueryViewProps<T>) {
  if (query.data !== undefined) {
    const nothing = isEmpty?.(query.data) === true;
    return (
      <>
        {query.isError && (
          <p className="quiet" role="status">
            This may be out of date: the arena did not respond to the last refresh.
          </p>
        )}
        {nothing ? <div className="state">{empty ?? 'There is nothing here yet.'}</div> : children(query.data)}
      </>
    );
  }
  if (query.isError) return <Failed error={query.error} what={what} retry={() => void query.refetch()} />;
  return (
    <div className="waiting" role="status" aria-label={`Loading ${what}`}>
      <span />
      <span />
      <span />
    </div>
  );
}

interface FailedProps {
  readonly error: Error;
  readonly what: string;
  readonly retry: () => void;
}

function Failed({ error, what, retry }: FailedProps) {
  const status = error instanceof ArenaError ? error.status : 500;
  const remedy = error instanceof ArenaError ? error.remedy : undefined;
  return (
    <div className="state failed" role="alert">
      <strong>{titleOf(status, what)}</strong>
      {/* An error message may quote untrusted text from the URL. */}
      <p>
        <HostileText text={[error.message, remedy].filter((part) => part !== undefined).join(' ')} />
      </p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}

function titleOf(status: number, what: string): string {
  if (status === 0) return `No connection: couldn’t load ${what}.`;
  return status === 404 || status === 422 ? `Not found: ${what}.` : `Couldn’t load ${what}.`;
}

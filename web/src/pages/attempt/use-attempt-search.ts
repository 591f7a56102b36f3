import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { type AttemptSearch, readAttemptSearch } from '../../attempt-search.ts';

/** The search parameters of the page, and a function that changes them without a new history entry. */
export function useAttemptSearch(): readonly [AttemptSearch, (change: AttemptSearch) => void] {
  const search: AttemptSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  // A second change may be made before the router has applied the first.
  const latest = useRef(search);
  const change = useCallback(
    (changed: AttemptSearch): void => {
      latest.current = readAttemptSearch({ ...latest.current, ...changed });
      void navigate({ to: '.', search: latest.current, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return [search, change];
}

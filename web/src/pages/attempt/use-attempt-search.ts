import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { type AttemptSearch, readAttemptSearch } from '../../attempt-search.ts';

/** What the address says beside the attempt, and how to change it without a new entry in the browser's history. */
export function useAttemptSearch(): readonly [AttemptSearch, (change: AttemptSearch) => void] {
  const search: AttemptSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  // Two changes may come before the router has taken the first.
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

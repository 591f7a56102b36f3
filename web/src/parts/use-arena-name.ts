import { useQuery } from '@tanstack/react-query';
import { arenaQuery } from '../api/board-queries.ts';

/** The name that the operator gave this arena; undefined until the arena has answered. */
export function useArenaName(): string | undefined {
  // The name does not change while the server runs, so this does not poll.
  const { data } = useQuery({
    ...arenaQuery(),
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ name }) => name,
  });
  return data;
}

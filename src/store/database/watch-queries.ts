import type { LogEvent, Logger } from 'kysely';
import { Fault } from '../../fault/fault.ts';

export interface WatchedQuery {
  readonly kind: 'read' | 'write';
  readonly seconds: number;
  /**
   * Failed because of the database: unreachable, full, too busy. A constraint violation is an answer, not a failure.
   */
  readonly failed: boolean;
}

export type OnQuery = (query: WatchedQuery) => void;

/** Reports the events of Kysely's log hook as measurements. */
export function watchQueries(onQuery: OnQuery | undefined): { readonly log?: Logger } {
  if (onQuery === undefined) return {};
  return {
    log: (event: LogEvent) =>
      onQuery({
        kind: event.query.query.kind === 'SelectQueryNode' ? 'read' : 'write',
        seconds: event.queryDurationMillis / 1_000,
        failed: event.level === 'error' && Fault.isInstance(event.error),
      }),
  };
}

import type { Reader } from '../../../store/database.ts';
import type { ServerTables } from '../../start/open-arena.ts';

/** A snapshot of the arena, for checks. */
export type ArenaReader = Pick<Reader<ServerTables>, 'selectFrom'>;

import type { Reader } from '../../../store/database.ts';
import type { ServerTables } from '../../start/open-arena.ts';

/** One moment of the arena, for whoever checks it. */
export type ArenaReader = Pick<Reader<ServerTables>, 'selectFrom'>;

import type { Command } from 'commander';
import type { z } from 'zod';
import type { ArenaClient } from '../../client/arena-client.ts';
import { table } from '../output/table.ts';
import { createTerminal, type Terminal } from '../output/terminal.ts';
import { limitOption, offsetOption } from '../shared-options.ts';
import type { AdminOptions } from './admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from './arena-connection.ts';
import { askArena } from './ask-arena.ts';

export interface ListOptions extends AdminOptions {
  readonly limit: number;
  readonly offset: number;
}

/** Wide, because the reasons are what these lists are read for. */
const WIDE_CELL = 120;

/** The paging options of every operator list. */
export function withListOptions(command: Command, usual = 50, most = 500): Command {
  return withSignedArenaOptions(command).addOption(limitOption(usual, most)).addOption(offsetOption());
}

interface Page {
  readonly total: number;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface List<Answer extends z.ZodType<Page>> {
  readonly path: string;
  readonly query?: Query | ((arena: ArenaClient) => Promise<Query>);
  readonly answer: Answer;
  readonly head: readonly string[];
  readonly rows: (page: z.output<Answer>) => readonly (readonly (string | number)[])[];
  /** Text for an empty list. */
  readonly none: string;
  /** Prints additional information about the page. */
  readonly beside?: (page: z.output<Answer>, terminal: Terminal) => void;
}

/** Requests one page of a list and prints it. */
export async function showList<Answer extends z.ZodType<Page>>(
  options: ListOptions,
  list: List<Answer>,
): Promise<void> {
  const terminal = createTerminal(options.json === true);
  const arena = await openSignedArena(options);
  const { limit, offset } = options;
  const filters = typeof list.query === 'function' ? await list.query(arena) : list.query;
  const query = { ...filters, limit, offset };
  const page = await askArena(arena, { path: list.path, query, answer: list.answer, signed: true });
  const rows = list.rows(page);
  terminal.print(rows.length === 0 ? list.none : table(list.head, rows, WIDE_CELL));
  const { total } = page as Page;
  if (rows.length > 0 && total > rows.length) {
    terminal.print(`\n${offset + 1} to ${offset + rows.length} of ${total}; see --offset and --limit.`);
  }
  list.beside?.(page, terminal);
  terminal.report(page);
}

import { z } from 'zod';

/** What one column of whole numbers can hold; a larger one in a query would be the database's error, not the caller's. */
const LARGEST_INTEGER = 2_147_483_647;

export const suiteIdQuerySchema = z.coerce.number().int().min(0).max(LARGEST_INTEGER);

/** Where a page ended, as the arena writes it. */
const cursorSchema = z
  .string()
  .max(1_000)
  .regex(/^[\w-]+$/, 'is not a valid cursor');

/** The two parameters by which every list that can grow is read. */
export function paging(usual: number, most: number) {
  return {
    limit: z.coerce.number().int().min(1).max(most).default(usual),
    offset: z.coerce.number().int().min(0).default(0),
  };
}

/** The same for lists whose answers name the next page. `offset` counts from the cursor on. */
export function cursorPaging(usual: number, most: number) {
  return { ...paging(usual, most), cursor: cursorSchema.optional() };
}

/** How a list that stands alone is read. */
export const pageQuerySchema = z.object(paging(100, 500));

export type PageQuery = z.output<typeof pageQuerySchema>;

/** What an answer says about the list it is a page of. */
export const pageFields = { total: z.int(), limit: z.int(), offset: z.int() };

/** The `cursor` of the next page: every row once, whatever is inserted meanwhile. Null on the last; older arenas leave it out. */
export const cursorFields = { next_cursor: z.string().nullable().optional() };

import { z } from 'zod';

/** Maximum of an integer column; a larger number in a query would cause a database error instead of a caller error. */
const LARGEST_INTEGER = 2_147_483_647;

export const suiteIdQuerySchema = z.coerce.number().int().min(0).max(LARGEST_INTEGER);

/** End of a page, encoded by the arena. */
const cursorSchema = z
  .string()
  .max(1_000)
  .regex(/^[\w-]+$/, 'is not a valid cursor');

/** Query parameters of every list that can grow. */
export function paging(usual: number, most: number) {
  return {
    limit: z.coerce.number().int().min(1).max(most).default(usual),
    offset: z.coerce.number().int().min(0).default(0),
  };
}

/** The same for lists whose answers have a cursor for the next page. `offset` counts from the cursor. */
export function cursorPaging(usual: number, most: number) {
  return { ...paging(usual, most), cursor: cursorSchema.optional() };
}

/** For lists without further parameters. */
export const pageQuerySchema = z.object(paging(100, 500));

export type PageQuery = z.output<typeof pageQuerySchema>;

/** Fields of every answer that is a page of a list. */
export const pageFields = { total: z.int(), limit: z.int(), offset: z.int() };

/**
 * The `cursor` of the next page: every row exactly once, whatever is inserted meanwhile. Null on the last page; older
 * arenas leave it out.
 */
export const cursorFields = { next_cursor: z.string().nullable().optional() };

import type { z } from 'zod';
import { ArenaError } from './arena-error.ts';

const MAX_PATH_CHARACTERS = 100;

/**
 * Parses a response with its schema. Unknown fields are dropped, so that a page opened before a server update keeps
 * working. Any other mismatch is an error of the arena.
 */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  status: number,
): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join('.').slice(0, MAX_PATH_CHARACTERS);
  const where = path === undefined || path === '' ? 'the whole answer' : path;
  throw new ArenaError(
    status,
    'ANSWER_INVALID',
    `The answer of the arena is invalid: ${where}: ${issue?.message ?? 'invalid'}. This is an error of the arena.`,
    'Reload the page. If the error stays, report it to the operator.',
    answer,
  );
}

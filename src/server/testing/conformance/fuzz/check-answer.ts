import { z } from 'zod';
import type { SampleRequest } from '../../sample/sample-server.ts';
import type { Answered } from '../../sample/send-request.ts';
import type { Operation } from './operations.ts';

const fieldError = z.strictObject({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});

/** The three documented forms of an error, and the form for an invalid body. */
const refusal = z.union([
  z.looseObject({ detail: z.string(), error_code: z.string().regex(/^[A-Z][A-Z_]+$/) }),
  z.strictObject({ detail: z.strictObject({ code: z.string(), message: z.string() }) }),
  z.strictObject({ detail: z.string() }),
  z.strictObject({ detail: z.array(fieldError).min(1) }),
]);

/** A temporary failure of an external service or of the whole arena is a valid answer. */
const FOR_A_WHILE = new Set([502, 503]);
/** Statuses that HTTP defines for any path. */
const OF_HTTP = new Set([304, 404, 412, 414]);

/** What is wrong with an answer, independent of the request. */
export function flawOf(
  { status, headers, text, json }: Answered,
  { method }: SampleRequest,
  operation: Operation,
): string | undefined {
  if (status >= 500 && !FOR_A_WHILE.has(status)) return `status ${status}: ${text.slice(0, 300)}`;
  if (method === operation.method && operation.statuses.length > 0) {
    if (!OF_HTTP.has(status) && !operation.statuses.includes(status)) return `status ${status} is not described`;
  }
  if (method === 'HEAD' || status === 204 || status === 304) {
    return text === '' ? undefined : `a body where none belongs: ${text.slice(0, 100)}`;
  }
  const type = headers['content-type'] ?? '';
  if (status >= 400) {
    if (!type.startsWith('application/json')) return `${status} of type “${type}”: ${text.slice(0, 200)}`;
    if (!refusal.safeParse(json).success) return `${status} in a form that is not described: ${text.slice(0, 300)}`;
    // Stack traces, file paths and database messages are only for the operator.
    if (/node_modules|\.ts:\d+|\bat \w+ \(|SQLITE_|syntax error at|relation "|violates/.test(text)) {
      return `tells what is inside: ${text.slice(0, 300)}`;
    }
    return undefined;
  }
  if (type.startsWith('application/json') && json === undefined) return `no JSON: ${text.slice(0, 200)}`;
  return undefined;
}

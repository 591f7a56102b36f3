import { objectOf, textOf } from '../../../src/json/json-object.ts';
import { ArenaError } from './arena-error.ts';

/** The arena has three shapes of refusal, as the clients it stays compatible with expect them; the page has one. */
export function readRefusal(status: number, body: unknown): ArenaError {
  const { detail, error_code, remedy } = objectOf(body);
  if (typeof detail === 'string') {
    return new ArenaError(status, textOf(error_code) ?? String(status), detail, textOf(remedy), body);
  }
  if (Array.isArray(detail)) {
    const { loc, msg } = objectOf(detail[0]);
    const where = Array.isArray(loc) ? loc.join('.') : 'request';
    return new ArenaError(status, 'INVALID', `${where}: ${textOf(msg) ?? 'is not understood'}`, undefined, body);
  }
  const inner = objectOf(detail);
  const message = textOf(inner.message) ?? `The arena answered ${status}.`;
  return new ArenaError(status, textOf(inner.code) ?? String(status), message, textOf(remedy), body);
}

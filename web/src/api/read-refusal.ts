import { ArenaError } from './arena-error.ts';

/** The arena has three shapes of refusal, as the clients it stays compatible with expect them; the page has one. */
export function readRefusal(status: number, body: unknown): ArenaError {
  const { detail, error_code, remedy } = fields(body);
  if (typeof detail === 'string') {
    return new ArenaError(status, text(error_code) ?? String(status), detail, text(remedy), body);
  }
  if (Array.isArray(detail)) {
    const { loc, msg } = fields(detail[0]);
    const where = Array.isArray(loc) ? loc.join('.') : 'request';
    return new ArenaError(status, 'INVALID', `${where}: ${text(msg) ?? 'is not understood'}`, undefined, body);
  }
  const inner = fields(detail);
  const message = text(inner.message) ?? `The arena answered ${status}.`;
  return new ArenaError(status, text(inner.code) ?? String(status), message, text(remedy), body);
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

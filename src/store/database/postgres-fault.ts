import { Fault } from '../../fault/fault.ts';

/** Network failures, which have a system error code or none at all. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'EAI_AGAIN']);
const LOST = /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/;
const COLLISIONS = new Set(['40001', '40P01']);

/**
 * Maps an error of PostgreSQL, or of the connection to it, to a fault; constraint violations and programming errors are
 * returned unchanged. `place` names the server without its password; no other part of the address is ever shown.
 */
export function postgresFault(error: unknown, place: string): unknown {
  if (Fault.isInstance(error)) return error;
  const code = postgresCode(error);
  if (code === undefined) return isLostConnection(error) ? unreachable() : error;
  if (code === '53100') {
    return new Fault('STORAGE_FULL', {
      message: `The disk of ${place} is full. Committed data is intact.`,
      remedy: 'Free disk space on the server, then try again.',
      cause: error,
    });
  }
  if (COLLISIONS.has(code)) {
    return unavailable(`Concurrent transactions kept changing the same rows in ${place}.`, 'Try again.');
  }
  if (code === '55P03' || code === '57014') {
    return unavailable(
      `${place} is too busy: a lock or a query took too long.`,
      'Try again, or look for a stuck process.',
    );
  }
  if (code === '53300') {
    return unavailable(`${place} accepts no more connections.`, 'Run fewer servers or raise max_connections.');
  }
  if (code.startsWith('28') || code === '42501') {
    return failed(`${place} refused the connection.`, 'Check user, password and rights in DATABASE_URL.');
  }
  if (code === '3D000') return failed(`There is no such database: ${place}.`, 'Create it, or correct DATABASE_URL.');
  if (code === '25006') return failed(`${place} is read-only.`, 'Name the primary server in DATABASE_URL.');
  if (code.startsWith('XX') || code === '58030') {
    return failed(
      `${place} reports damaged data or a failing disk.`,
      "Look into the server's log before writing more.",
    );
  }
  if (code.startsWith('08') || code.startsWith('57P') || code === '25P03') return unreachable();
  if (code.startsWith('53') || code.startsWith('58')) {
    return failed(`${place} has run out of a resource.`, "Look into the server's log.");
  }
  if (NETWORK.has(code) || code === 'ENOENT' || code === 'EACCES') return unreachable();
  return error;

  function unreachable(): Fault {
    return unavailable(`${place} cannot be reached.`, 'Check that it runs and that DATABASE_URL names it.');
  }
  function unavailable(message: string, remedy: string): Fault {
    return new Fault('STORAGE_UNAVAILABLE', { message, remedy, cause: error });
  }
  function failed(message: string, remedy: string): Fault {
    return new Fault('STORAGE_FAILED', { message, remedy, cause: error });
  }
}

/**
 * Any error while connecting is about the address or its options: a certificate, a missing password, an invalid option.
 */
export function connectionFault(error: unknown, place: string): Fault {
  const fault = postgresFault(error, place);
  if (Fault.isInstance(fault)) return fault;
  return new Fault('STORAGE_FAILED', {
    message: `Cannot connect to ${place}: ${error instanceof Error ? error.message : String(error)}`,
    remedy: 'Check DATABASE_URL.',
    cause: error,
  });
}

/** Two transactions conflicted: this one was rolled back, and a retry may succeed. */
export function isCollision(error: unknown): boolean {
  const code = postgresCode(Fault.isInstance(error) ? error.cause : error);
  return code !== undefined && COLLISIONS.has(code);
}

/** Whether the connection was lost, as opposed to the server rejecting the request. */
export function isLostConnection(error: unknown): boolean {
  const code = postgresCode(error);
  if (code !== undefined) return NETWORK.has(code) || code.startsWith('08') || code.startsWith('57P');
  return error instanceof Error && LOST.test(error.message);
}

export function postgresCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

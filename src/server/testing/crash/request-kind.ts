export type RequestKind = keyof typeof EXPECTED;

/**
 * The valid answers to each kind of request, whatever happened to the client: a success status or an error code. Any
 * other answer is a flaw of the arena.
 */
export const EXPECTED = {
  challenge: ['200'],
  session: ['200', '401'],
  claim: ['200', '204', 'AT_CAPACITY'],
  heartbeat: ['200', 'LEASE_EXPIRED', 'RUN_ALREADY_COMPLETE'],
  code: ['200'],
  problems: ['200', 'LEASE_EXPIRED', 'RUN_ALREADY_COMPLETE'],
  progress: ['200', 'LEASE_EXPIRED', 'RUN_ALREADY_COMPLETE'],
  presign: ['200', 'LEASE_EXPIRED', 'RUN_ALREADY_COMPLETE', 'UPLOAD_REFUSED'],
  upload: ['200'],
  complete: ['200', 'LEASE_EXPIRED', 'RUN_ALREADY_COMPLETE'],
  submit: ['200', 'COOLDOWN_ACTIVE', 'ARENA_BUSY'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Of several such requests for the same thing, at most one may succeed. */
export const AT_MOST_ONE_YES: readonly RequestKind[] = ['complete', 'session'];

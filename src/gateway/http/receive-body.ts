import type { IncomingMessage } from 'node:http';
import { CollectedBytes } from '../../net/collected-bytes.ts';

export type ReceivedBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  /** Rejected, and nothing was kept. `ended` is false if reading stopped before the end of the body. */
  | { readonly kind: 'too large' | 'no room' | 'crumbs'; readonly ended: boolean }
  /** The connection closed or the input became invalid before the end of the body. */
  | { readonly kind: 'cut off' };

export interface BodyBudget {
  readonly maxBytes: number;
  /** Returns whether another piece may be kept. */
  readonly hold: (piece: Uint8Array) => boolean;
  /** Aborts when the rest of the body cannot be parsed. */
  readonly signal: AbortSignal;
}

/**
 * How many times the allowed size is read and discarded before the connection is closed. A client that is still writing
 * would get a broken pipe instead of the error message.
 */
const DRAINED_SIZE_FACTOR = 4;

/** Every chunk costs time, whatever its size. After the free ones, chunks must have a minimum average size. */
const FREE_PIECES = 10_000;
const WORTHWHILE_BYTES = 256;

export function receiveBody(request: IncomingMessage, room: BodyBudget): Promise<ReceivedBody> {
  return new Promise((settle) => {
    const resolve = (body: ReceivedBody): void => {
      room.signal.removeEventListener('abort', confused);
      settle(body);
    };
    const collected = new CollectedBytes();
    let bytes = 0;
    let pieces = 0;
    let failure: 'too large' | 'no room' | undefined;
    request.on('data', (piece: Uint8Array) => {
      bytes += piece.length;
      pieces++;
      if (bytes > room.maxBytes) failure ??= 'too large';
      else if (failure === undefined && !room.hold(piece)) failure = 'no room';
      if (failure === undefined) collected.add(piece);
      else collected.clear();
      const crumbs = pieces > FREE_PIECES + bytes / WORTHWHILE_BYTES;
      if (crumbs || bytes > DRAINED_SIZE_FACTOR * room.maxBytes) {
        request.pause();
        resolve({ kind: crumbs ? 'crumbs' : 'too large', ended: false });
      }
    });
    request.on('end', () => {
      if (failure !== undefined) resolve({ kind: failure, ended: true });
      else resolve({ kind: 'whole', bytes: collected.bytes() });
    });
    const cutOff = (): void => resolve({ kind: 'cut off' });
    request.on('error', cutOff);
    request.on('close', cutOff);
    // Invalid input after a complete request does not invalidate the request.
    const confused = (): void => {
      if (!request.complete) cutOff();
    };
    room.signal.addEventListener('abort', confused);
    if (room.signal.aborted) confused();
  });
}

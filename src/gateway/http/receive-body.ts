import type { IncomingMessage } from 'node:http';
import { CollectedBytes } from '../../net/collected-bytes.ts';

export type ReceivedBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  /** Read to its end, or far enough to see that there is none; `ended` says which. Nothing of it was kept. */
  | { readonly kind: 'too large' | 'no room' | 'crumbs'; readonly ended: boolean }
  /** The agent stopped, or stopped making sense, before it had said everything. */
  | { readonly kind: 'cut off' };

export interface BodyBudget {
  readonly maxBytes: number;
  /** Asks whether one more piece may be kept. */
  readonly hold: (piece: Uint8Array) => boolean;
  /** Fires when the rest of the body will never be understood. */
  readonly signal: AbortSignal;
}

/**
 * How much more than allowed is read and thrown away before we hang up: a client that is still writing would see a
 * broken pipe in place of the answer that tells it why.
 */
const DRAINED_SIZE_FACTOR = 4;

/** Every chunk costs us time, whatever its size: after the first few, they have to be worth it. */
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
    // Nonsense that follows a whole request does not take that back.
    const confused = (): void => {
      if (!request.complete) cutOff();
    };
    room.signal.addEventListener('abort', confused);
    if (room.signal.aborted) confused();
  });
}

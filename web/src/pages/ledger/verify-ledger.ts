import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import type { LedgerEventWire } from '../../../../src/board/ledger-event.ts';
import { type EventHead, eventFlawBy } from '../../../../src/store/browser.ts';
import { toHex } from '../../session/hex.ts';

export interface LedgerPart {
  readonly events: readonly LedgerEventWire[];
  /** Sequence number of the newest event. */
  readonly head: number;
}

export type LedgerVerdict =
  | { readonly ok: true; readonly head: EventHead }
  /** The first event that does not match. Nothing from there on can be trusted. */
  | { readonly ok: false; readonly sequence: number; readonly reason: string };

export interface Verification {
  readonly read: (after: number, signal: AbortSignal) => Promise<LedgerPart>;
  /** The newest event of an earlier verification; it must still be in the ledger. */
  readonly known: EventHead | undefined;
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

const START: EventHead = { sequence: 0, hash: '0'.repeat(64) };

/** Reads the whole ledger and recomputes every hash. Events that arrive meanwhile are verified too. */
export async function verifyLedger({ read, known, onProgress, signal }: Verification): Promise<LedgerVerdict> {
  let head = START;
  for (;;) {
    const part = await read(head.sequence, signal);
    for (const event of part.events) {
      const reason =
        eventFlawBy(sha256, { ...event, when: Date.parse(event.when) } as never, head) ?? flawOf(event, known);
      if (reason !== undefined) return { ok: false, sequence: event.sequence, reason };
      head = { sequence: event.sequence, hash: event.hash };
    }
    onProgress(head.sequence, part.head);
    if (part.events.length > 0 && head.sequence < part.head) continue;
    if (head.sequence < part.head) {
      return { ok: false, sequence: head.sequence + 1, reason: 'the arena does not return it' };
    }
    if (known !== undefined && known.sequence > head.sequence) {
      return { ok: false, sequence: head.sequence + 1, reason: `this browser has seen event ${known.sequence}` };
    }
    return { ok: true, head };
  }
}

function flawOf({ sequence, hash }: LedgerEventWire, known: EventHead | undefined): string | undefined {
  if (known === undefined || sequence !== known.sequence || hash === known.hash) return undefined;
  return 'this browser has seen another event with this number';
}

function sha256(text: string): string {
  return toHex(nobleSha256(new TextEncoder().encode(text))).slice(2);
}

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import type { FaultCode } from '../fault/fault-table.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { describeIssue } from '../json/describe-issue.ts';
import { parseJson } from '../json/parse-json.ts';
import { type ChainFlaw, type ChainLink, type CheckedChain, checkChainedLines, nextLink } from './chained-lines.ts';
import { appendDurably } from './files/append-durably.ts';
import { storageFault } from './files/storage-fault.ts';
import { syncToDisk } from './files/sync-to-disk.ts';
import { sha256 } from './sha256.ts';

/** A longer line could not be converted to one string safely. */
const MAX_LINE_BYTES = 256 * 1024 ** 2;

/** Fields that the ledger adds to an event; an envelope may have more, such as the signer. */
export interface LedgerEnvelope extends ChainLink {
  /** ISO 8601. */
  readonly time: string;
}

export interface LedgerFormat<Event, Envelope> {
  readonly eventSchema: z.ZodType<Event>;
  readonly envelopeSchema: z.ZodType<Envelope> & { readonly shape: Readonly<Record<string, unknown>> };
  /** What is wrong with a record besides its position and hash, such as its signature. */
  readonly flawOf?: (record: Event & Envelope) => string | undefined;
  /** Code of the fault that reports a broken chain. */
  readonly faultCode: FaultCode;
  readonly remedy: string;
  /** Permissions of a new file. */
  readonly mode?: number;
}

export interface AppendedEvents<Event> {
  readonly events: readonly Event[];
  readonly now: () => Date;
  /** Adds the envelope fields other than position and hash; the hash covers them too. */
  readonly sign?: (unsigned: object) => object;
}

/**
 * A file of events, one line of canonical JSON each, linked by hashes: `hash` covers everything else in the line,
 * `previous` is the hash of the line before. Any changed byte breaks the chain at its line.
 */
export class ChainedLedger<Event extends { readonly kind: string }, Envelope extends LedgerEnvelope> {
  readonly #format: LedgerFormat<Event, Envelope>;

  constructor(format: LedgerFormat<Event, Envelope>) {
    this.#format = format;
  }

  /** The record of an event that follows `last`. */
  next(
    event: Event,
    time: Date,
    last: Pick<ChainLink, 'sequence' | 'hash'> | undefined,
    sign: (unsigned: object) => object = (unsigned) => unsigned,
  ): Event & Envelope {
    const signed = sign({ ...event, ...nextLink(last), time: time.toISOString() });
    return { ...signed, hash: sha256(canonicalJson(signed)) } as unknown as Event & Envelope;
  }

  /** The records up to the first invalid line, and what is wrong with that line. */
  check(bytes: Uint8Array): CheckedChain<Event & Envelope> {
    return checkChainedLines(bytes, (line) => this.#read(line));
  }

  /** All records; throws a fault when a line is invalid. `path` is the source of the bytes, for the message. */
  readWhole(bytes: Uint8Array, path: string): readonly (Event & Envelope)[] {
    const { records, flaw } = this.check(bytes);
    if (flaw !== undefined) throw this.faultOf(flaw, path);
    return records;
  }

  faultOf({ line, reason, tornAt }: ChainFlaw, path: string): Fault {
    return new Fault(this.#format.faultCode, {
      message: `${path}, line ${line} ${reason}.`,
      remedy:
        tornAt === undefined
          ? this.#format.remedy
          : `Remove the incomplete line with \`truncate -s ${tornAt} ${path}\`, then run the interrupted command again.`,
    });
  }

  /**
   * Adds events after `last`, which must be the last record of the file: call it only while holding the folder lock.
   * The events are on disk when it returns; when it throws, the file is unchanged.
   */
  append(
    path: string,
    last: (Event & Envelope) | undefined,
    { events, now, sign }: AppendedEvents<Event>,
  ): readonly (Event & Envelope)[] {
    if (events.length === 0) return [];
    const added: (Event & Envelope)[] = [];
    for (const event of events) added.push(this.next(this.#parse(event), now(), added.at(-1) ?? last, sign));
    const lines = added.map(ledgerLine);
    for (const [index, line] of lines.entries()) {
      const read = this.#read(Buffer.from(line.slice(0, -1)));
      if (typeof read === 'string') throw unfit(added[index]!, `it ${read}`);
    }
    const isNew = !existsSync(path);
    const { mode } = this.#format;
    appendDurably(path, lines.join(''), mode === undefined ? {} : { mode });
    if (isNew) syncFolder(path);
    return added;
  }

  #parse(event: Event): Event {
    const parsed = this.#format.eventSchema.safeParse(event);
    if (parsed.success) return parsed.data;
    throw unfit(event, describeIssue(parsed.error));
  }

  /** The record in a line, or what is wrong with it. */
  #read(bytes: Uint8Array): (Event & Envelope) | string {
    if (bytes.length > MAX_LINE_BYTES) return `has more than ${MAX_LINE_BYTES} bytes`;
    const text = strictText(bytes);
    if (text === undefined) return 'is not valid UTF-8';
    const json = parseJson(text);
    if (!json.ok) return `is not JSON: ${json.reason}`;
    const { envelopeSchema, eventSchema, flawOf } = this.#format;
    const envelope = envelopeSchema.safeParse(json.value);
    if (!envelope.success) return describeIssue(envelope.error);
    const fields = Object.entries(json.value as object).filter(([name]) => !Object.hasOwn(envelopeSchema.shape, name));
    const event = eventSchema.safeParse(Object.fromEntries(fields));
    if (!event.success) return describeIssue(event.error);
    const record = { ...event.data, ...envelope.data };
    const { hash, ...hashed } = record;
    const expected = sha256(canonicalJson(hashed));
    if (hash !== expected) return `was edited: its content hashes to ${expected}, but it states ${hash}`;
    // The hash covers the values, not the bytes: an escape instead of a letter would pass without this check.
    if (canonicalJson(record) !== text) return 'was edited: it is not in canonical form';
    return flawOf?.(record) ?? record;
  }
}

export function ledgerLine(record: LedgerEnvelope): string {
  return `${canonicalJson(record)}\n`;
}

/** A line that the reader rejects would make the ledger permanently unreadable. */
function unfit({ kind }: { readonly kind: string }, reason: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `The ledger does not accept the event ${kind}: ${reason}.`,
    remedy: 'Correct the value. The ledger is unchanged.',
  });
}

function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function syncFolder(path: string): void {
  try {
    syncToDisk(dirname(path));
  } catch (error) {
    throw storageFault(error, `writing ${path}`);
  }
}

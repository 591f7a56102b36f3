import type { AttemptProfile } from '../agency/attempt-profile.ts';
import type { Failure } from '../filter/apply-rules.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import type { RankSignals } from '../filter/rank-signals.ts';
import type { Quarantined } from '../intake/quarantine.ts';
import type { InputFormat } from '../intake/read-attempt.ts';
import type { ClaimedConversation } from '../logs/claimed-conversation.ts';

/** Where a row stood. */
export interface RowLocation {
  readonly file: string;
  readonly line: number;
}

/** A row of input, or where its bytes are, or why there is none to read. */
export type InputRow = RowLocation &
  (
    | { readonly text: string }
    | { readonly path: string; readonly start: number; readonly end: number }
    | { readonly upload: Uint8Array; readonly expected: ExpectedEvidence }
    | { readonly claim: ClaimedConversation }
    | { readonly flaw: Quarantined }
  );

/** What the arena knows of an upload. Evidence that says something else is not trusted with what it is about. */
export interface ExpectedEvidence {
  readonly run: string;
  readonly validator: string;
  readonly agent: string;
  /** The names of the problem: its own and the one on the wire. */
  readonly problem: readonly string[];
  readonly withdrawn: boolean;
}

/** Rows that are read and digested together. */
export interface PlannedBatch {
  /** Of its files. The same name means the same rows, digested by the same rules. */
  readonly name: string;
  readonly size: number;
  read(): Promise<readonly InputRow[]>;
}

/** A batch whose rows are at hand. */
export interface Batch {
  readonly name: string;
  readonly rows: readonly InputRow[];
}

/** What a worker thread needs to know once. */
export interface BatchSetting {
  readonly config: FilterConfig;
  readonly queries: ReadonlyMap<string, string>;
  readonly withheld: ReadonlyMap<string, string>;
  readonly folder: string;
  /** The form that rows are in; found out row by row where it is not set. */
  readonly format: InputFormat | null;
  /** Folder of the tokenizer that counts; `null` where lengths are estimated. */
  readonly tokenizer: string | null;
}

export interface BatchReport {
  readonly rows: number;
}

/** A receipt as text, and its hash. */
interface WrittenReceipt {
  readonly text: string;
  readonly hash: string;
}

/** The receipts of one run. */
export type SignedRun = readonly WrittenReceipt[];

/** What is kept of a row until all have been read. */
export type Digest = RowLocation &
  (
    | { readonly flaw: Quarantined }
    | {
        readonly id: string;
        readonly problem: string;
        readonly agent: string;
        /** It comes from a log that no gateway recorded, and its row goes to a file apart. */
        readonly claimed: boolean;
        readonly failures: readonly Failure[];
        readonly agency: string;
        readonly run: string | null;
        readonly agency_number: number;
        /** `null` for an attempt that failed by no fault of its agent. */
        readonly profile: AttemptProfile | null;
        /** `null` for unsigned rows. */
        readonly receipt: WrittenReceipt | null;
        /**
         * Its calls are not in a form that shows whose they are, though its model said them: whether it is agentic is for
         * the probes of its version to show. `null` where they need not.
         */
        readonly pending: Failure | null;
        /** Set when nothing speaks against it so far; its row is then the next in the file of rows. */
        readonly candidate: { readonly key: string; readonly signals: RankSignals } | null;
      }
  );

/** First line of a file of digests. */
export interface BatchHead {
  readonly tools: Readonly<Record<string, string>>;
  readonly digests: number;
}

/** Batches of files are numbered from 1. */
export function batchName(number: number): string {
  return `batch-${String(number).padStart(6, '0')}`;
}

export function digestFile(batch: string): string {
  return `${batch}.digests.jsonl`;
}

export function rowsFile(batch: string): string {
  return `${batch}.rows.jsonl`;
}

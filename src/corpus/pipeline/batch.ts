import type { AttemptProfile } from '../agency/attempt-profile.ts';
import type { Failure } from '../filter/apply-rules.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import type { RankSignals } from '../filter/rank-signals.ts';
import type { Quarantined } from '../intake/quarantine.ts';
import type { InputFormat } from '../intake/read-attempt.ts';
import type { ClaimedConversation } from '../logs/claimed-conversation.ts';

/** Position of a row in the input. */
export interface RowLocation {
  readonly file: string;
  readonly line: number;
}

/** A row of input, the location of its bytes, or why it cannot be read. */
export type InputRow = RowLocation &
  (
    | { readonly text: string }
    | { readonly path: string; readonly start: number; readonly end: number }
    | { readonly upload: Uint8Array; readonly expected: ExpectedEvidence }
    | { readonly claim: ClaimedConversation }
    | { readonly flaw: Quarantined }
  );

/** What the arena knows about an upload. Evidence that contradicts it is not trusted. */
export interface ExpectedEvidence {
  readonly run: string;
  readonly validator: string;
  readonly agent: string;
  /** The names of the problem: its own id and the one used in the API. */
  readonly problem: readonly string[];
  readonly withdrawn: boolean;
}

/** Rows that are read and digested together. */
export interface PlannedBatch {
  /** Used as file name. The same name means the same rows, digested by the same rules. */
  readonly name: string;
  readonly size: number;
  read(): Promise<readonly InputRow[]>;
}

/** A batch whose rows are in memory. */
export interface Batch {
  readonly name: string;
  readonly rows: readonly InputRow[];
}

/** Settings that a worker thread gets once. */
export interface BatchSetting {
  readonly config: FilterConfig;
  readonly queries: ReadonlyMap<string, string>;
  readonly withheld: ReadonlyMap<string, string>;
  readonly folder: string;
  /** Format of the rows; detected row by row if not set. */
  readonly format: InputFormat | null;
  /** Folder of the tokenizer for counting; `null` if lengths are estimated. */
  readonly tokenizer: string | null;
}

export interface BatchReport {
  readonly rows: number;
}

/** A receipt as text, with its hash. */
interface WrittenReceipt {
  readonly text: string;
  readonly hash: string;
}

/** The receipts of one run. */
export type SignedRun = readonly WrittenReceipt[];

/** What is kept of a row until all rows are read. */
export type Digest = RowLocation &
  (
    | { readonly flaw: Quarantined }
    | {
        readonly id: string;
        readonly problem: string;
        readonly agent: string;
        /** Whether it is from a log that no gateway recorded. Its row goes to a separate file. */
        readonly claimed: boolean;
        readonly failures: readonly Failure[];
        readonly agency: string;
        readonly run: string | null;
        readonly agency_number: number;
        /** `null` for an attempt that failed through no fault of its agent. */
        readonly profile: AttemptProfile | null;
        /** `null` for unsigned rows. */
        readonly receipt: WrittenReceipt | null;
        /**
         * Set if its model said the calls, but not in a format that shows who decided them. The probes of its version
         * decide whether it is agentic. `null` if that is not needed.
         */
        readonly pending: Failure | null;
        /** Set if there is no reason against it so far. Its row is then the next one in the file of rows. */
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

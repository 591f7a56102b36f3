import type { SplitName } from '../../problems/clusters.ts';
import type { RowKind } from '../release/release-lines.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import type { ParquetColumn } from './parquet-writer.ts';

/** What a format cannot hold, or a target does to what it is given. */
export const LOSSES = {
  ROW_FORGED: 'rows left out: a text contains the markers of a chat template, which would create false turns',
  ROW_UNFIT: 'rows left out: the target does not support the order of their turns',
  ROW_UNSIGNED: 'rows left out: their outcome is unsigned',
  ROW_CLAIMED: 'rows left out: they come from logs that no gateway recorded, and the format cannot mark that',
  ROW_REWRITTEN: 'rows left out: their reasoning was written afterwards, and the format cannot mark that',
  STEP_UNLABELLED: 'steps left out: neither good nor bad',
  SAME_PROMPT: 'prompts left out: another row has the same',
  LAST_RESULTS: 'rows without the results after the model’s last message',
  CALLS_AS_TEXT: 'rows whose calls are part of the text, without ids, in the syntax of one template',
  SCHEMAS_ELSEWHERE: 'rows without tool schemas, which the target takes from its own configuration',
  TOKENS: 'rows without the exact tokens of the model',
  ARGUMENTS_RESPACED: 'lines whose arguments the target rewrites with other spaces',
  RENDERS_OTHERWISE: 'lines that the target renders differently from the corpus',
} as const;

export type Loss = keyof typeof LOSSES;

export interface FormatLine {
  readonly line: Readonly<Record<string, unknown>>;
  /** How many messages of the row it holds, from the first on. */
  readonly through: number;
  /** Lines with the same key are written once. */
  readonly key?: string;
}

export interface FormatRendering {
  readonly lines: readonly FormatLine[];
  readonly losses: readonly Loss[];
}

/** Tool schemas of a row, as a value and as the text that has its hash. */
export interface RowTools {
  readonly text: string;
  readonly list: readonly unknown[];
}

/** A form that others read: from a row and back to the text that their templates make of it. */
export interface CorpusFormat {
  readonly name: string;
  readonly about: string;
  /** Whether neighbouring lines must be unrelated, as where a trainer pairs each line with the next. */
  readonly shuffled: boolean;
  /** Columns of a Parquet file, where the target takes no JSON lines. */
  readonly columns?: readonly ParquetColumn[];
  /** Whether each line renders with its tools. */
  readonly rendersTools: boolean;
  /** Whether claimed and rewritten rows may be written in it, to files of their own; a prompt shows nothing of how it went on. */
  readonly takesMarked: boolean;
  /** Whether its lines tell by themselves which are claimed or rewritten, because another field would make them something else. */
  readonly marksRows?: boolean;
  render(row: ReleaseRow, tools: RowTools): FormatRendering;
  /** What the target trains on when it has read the line with its own loader and applied its own template. */
  targetText(line: Readonly<Record<string, unknown>>): string;
  /** Whether a split is written as several files of bounded size. */
  readonly sharded?: boolean;
  /** Files that the target wants beside the lines. */
  companions?(exported: ExportedFiles): Readonly<Record<string, string>>;
}

/** The file of each split, or the pattern of its shards, and how many lines it has. */
export type RowFiles = Readonly<Record<SplitName, { readonly file: string; readonly lines: number }>>;

/** What was exported, for files that describe it. */
export interface ExportedFiles {
  /** Of the release. */
  readonly name: string;
  /** The card of the release, Markdown. */
  readonly card: string;
  /** Of the rows that were written, each once. */
  readonly licences: readonly string[];
  readonly kinds: readonly { readonly kind: RowKind; readonly splits: RowFiles }[];
}

/** Where the model spoke last; what follows trains nothing. */
export function lastSpoken(row: ReleaseRow): number {
  return row.messages.findLastIndex(({ role }) => role === 'assistant');
}

export function tokenLoss(row: ReleaseRow): readonly Loss[] {
  return row.steps.some((step) => step.token_ids !== null) ? ['TOKENS'] : [];
}

import type { SplitName } from '../../problems/clusters.ts';
import type { RowKind } from '../release/release-lines.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import type { ParquetColumn } from './parquet-writer.ts';

/** What a format cannot represent, or how a target changes its input. */
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
  /** How many messages of the row it contains, from the first on. */
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

/** An export format: renders a row, and computes the text that the target's template makes of it. */
export interface CorpusFormat {
  readonly name: string;
  readonly about: string;
  /** Whether neighbouring lines must be unrelated, for example because a trainer pairs each line with the next. */
  readonly shuffled: boolean;
  /** Columns of a Parquet file, if the target does not accept JSON lines. */
  readonly columns?: readonly ParquetColumn[];
  /** Whether each line is rendered with its tools. */
  readonly rendersTools: boolean;
  /**
   * Whether claimed and rewritten rows may be exported, to separate files. Not for prompts, which do not show the rest
   * of the row.
   */
  readonly takesMarked: boolean;
  /** Whether its lines already identify claimed and rewritten rows, because another field would break the format. */
  readonly marksRows?: boolean;
  render(row: ReleaseRow, tools: RowTools): FormatRendering;
  /** The text that the target trains on after reading the line with its own loader and applying its own template. */
  targetText(line: Readonly<Record<string, unknown>>): string;
  /** Whether a split is written as several files of bounded size. */
  readonly sharded?: boolean;
  /** Additional files that the target needs. */
  companions?(exported: ExportedFiles): Readonly<Record<string, string>>;
}

/** The file of each split, or the pattern of its shards, with its number of lines. */
export type RowFiles = Readonly<Record<SplitName, { readonly file: string; readonly lines: number }>>;

/** The exported files, for files that describe them. */
export interface ExportedFiles {
  /** Name of the release. */
  readonly name: string;
  /** The card of the release, in Markdown. */
  readonly card: string;
  /** The distinct licences of the written rows. */
  readonly licences: readonly string[];
  readonly kinds: readonly { readonly kind: RowKind; readonly splits: RowFiles }[];
}

/** Index of the model's last message; messages after it are not trained on. */
export function lastSpoken(row: ReleaseRow): number {
  return row.messages.findLastIndex(({ role }) => role === 'assistant');
}

/** Which row a line is, for formats without a place for the row's other fields. */
export function rowName({ id, problem_id, policy }: ReleaseRow) {
  return { id, problem_id, model: policy.name, simulated: policy.simulated };
}

export function tokenLoss(row: ReleaseRow): readonly Loss[] {
  return row.steps.some((step) => step.token_ids !== null) ? ['TOKENS'] : [];
}

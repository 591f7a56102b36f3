import type { ReleaseRow } from '../release/release-row.ts';
import type { ParquetColumn } from './parquet-writer.ts';

/** What a format cannot hold, or a target does to what it is given. */
export const LOSSES = {
  ROW_FORGED: 'rows left out: a text in it holds the markers of a chat template, and would forge turns',
  ROW_UNFIT: 'rows left out: their turns do not follow each other as the target demands',
  ROW_UNSIGNED: 'rows left out: nobody signed for how they came out',
  ROW_REWRITTEN: 'rows left out: their reasoning was written afterwards, and the form has nothing to say so',
  STEP_UNLABELLED: 'steps left out: neither good nor bad by themselves',
  SAME_PROMPT: 'prompts left out: another row has the same',
  LAST_RESULTS: 'rows without the results after the last thing the model said',
  CALLS_AS_TEXT: 'rows whose calls stand in the text, without ids, in the syntax of one template',
  SCHEMAS_ELSEWHERE: 'rows without tool schemas, which the target takes from its own configuration',
  TOKENS: 'rows without the tokens that the model really saw and said',
  ARGUMENTS_RESPACED: 'lines whose arguments the target reads and writes anew, with other spaces',
  RENDERS_OTHERWISE: 'lines that the target renders otherwise than the corpus does',
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
  /** Whether neighbours must be strangers, as where a trainer pairs each line with the next. */
  readonly shuffled: boolean;
  /** Columns of a Parquet file, where the target takes no JSON lines. */
  readonly columns?: readonly ParquetColumn[];
  /** Whether each line renders with its tools. */
  readonly rendersTools: boolean;
  /** Whether rewritten rows may be written in it, to files of their own; a prompt shows nothing of how it went on. */
  readonly takesRewritten: boolean;
  /** Whether its lines tell by themselves which are rewritten, because another field would make them something else. */
  readonly marksRewritten?: boolean;
  render(row: ReleaseRow, tools: RowTools): FormatRendering;
  /** What the target trains on when it has read the line with its own loader and applied its own template. */
  targetText(line: Readonly<Record<string, unknown>>): string;
  /** Files that the target wants beside the lines. */
  companions?(files: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>>;
}

/** Where the model spoke last; what follows trains nothing. */
export function lastSpoken(row: ReleaseRow): number {
  return row.messages.findLastIndex(({ role }) => role === 'assistant');
}

export function tokenLoss(row: ReleaseRow): readonly Loss[] {
  return row.steps.some((step) => step.token_ids !== null) ? ['TOKENS'] : [];
}

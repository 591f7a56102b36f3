import { spokenText } from '../../chat/chat-text.ts';
import type { TokenCounter } from '../../corpus/filter.ts';
import type { Category } from '../../problems/problem.ts';
import type { SftRow } from '../rows/training-row.ts';

/** A row that an arm may use, with the properties by which arms are made equal. */
export interface Candidate {
  readonly row: SftRow;
  readonly problem: string;
  readonly category: Category;
  /** The program that made the attempt, or the teacher. */
  readonly program: string;
  /** Arms with two sources take the same number of rows from each. */
  readonly source: string;
  readonly calls: number;
  /** Trainable tokens. */
  readonly tokens: number;
  /** How often the row has been used in its arm so far, including this time; above 1 for a repeated row. */
  readonly use: number;
}

export function candidateOf(
  row: SftRow,
  about: Pick<Candidate, 'category' | 'program' | 'source'>,
  counter: TokenCounter,
): Candidate {
  const spoken = row.messages.filter((message) => message.role === 'assistant');
  return {
    ...about,
    row,
    use: 1,
    problem: row.problem_id,
    calls: spoken.reduce((sum, { tool_calls: calls = [] }) => sum + calls.length, 0),
    // One token for the end of the turn.
    tokens: spoken.reduce((sum, message) => sum + counter.count(spokenText(message)) + 1, 0),
  };
}

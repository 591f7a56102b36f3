import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { readLines } from '../../store/files.ts';
import { ProblemQuotes } from './problem-quotes.ts';
import { type MeasuredSuites, problemAsked, type TrainedQuestion, type TrainedSet } from './trained-question.ts';

const MAX_LINE_BYTES = 512 * 1024 ** 2;

const messages = z.array(z.looseObject({ role: z.string(), content: z.string().nullish() }));

/** The fields of a row, of any stage, that contain questions. The trainer validates the rest. */
const rowSchema = z.looseObject({
  id: z.string().min(1),
  problem_id: z.string(),
  messages: messages.optional(),
  prompt: messages.optional(),
});

/**
 * Collects the questions in a file of rows, whatever its source: every user message, the question of each named
 * problem, and quotes of measured problems in any text. Rows do not contain their grades, so the answers of unknown
 * problems are unknown.
 */
export async function rowsAsked(
  path: string,
  name: string,
  { known, guarded }: MeasuredSuites,
  market?: MarketIndex,
): Promise<TrainedSet> {
  const questions = new Map<string, TrainedQuestion>();
  const quotes = new ProblemQuotes(guarded);
  for await (const line of readLines(path, { maxLineBytes: MAX_LINE_BYTES })) {
    const json = 'text' in line ? parseJson(line.text) : { ok: false as const, reason: line.reason };
    const read = rowSchema.safeParse(json.ok ? json.value : undefined);
    if (!read.success) {
      throw new Fault('INPUT_INVALID', {
        message: `${path}, line ${line.number} is not a training row: ${json.ok ? describeIssue(read.error) : json.reason}.`,
        remedy: 'Write the rows again, or delete them and their `.done.json`; the run then creates its own.',
      });
    }
    const { id, problem_id, messages: spoken, prompt } = read.data;
    quotes.look(`row ${id}`, read.data);
    const problem = known.get(problem_id);
    const texts = [...(spoken ?? []), ...(prompt ?? [])].flatMap(({ role, content }) =>
      role === 'user' && content ? [content] : [],
    );
    const asked = [
      ...(problem === undefined ? [] : [problemAsked(problem, market)]),
      ...texts.filter((query) => query !== problem?.query).map((query) => ({ query, targets: [] })),
    ];
    for (const question of asked) {
      const key = `${problem_id}\n${question.query}`;
      if (!questions.has(key)) questions.set(key, { ...question, id: `row ${id}` });
    }
  }
  return { name, questions: [...questions.values()], quotes: quotes.found };
}

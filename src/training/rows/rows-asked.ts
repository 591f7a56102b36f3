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

/** Of any stage, as far as it tells what was asked; all else in it is for the trainer to refuse. */
const rowSchema = z.looseObject({
  id: z.string().min(1),
  problem_id: z.string(),
  messages: messages.optional(),
  prompt: messages.optional(),
});

/**
 * What is asked in a file of rows, whatever its source: every message of a user, and what the problem asks that a row names;
 * and what any text in them quotes of measured problems.
 * Rows do not say how they were judged, so that answers of unknown problems are not known here.
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

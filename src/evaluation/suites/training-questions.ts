import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { type Question, questionOf } from '../../problems/clusters.ts';
import { parseProblem } from '../../problems/problem-wire.ts';
import { readLines } from '../../store/files.ts';
import { MANIFEST_FILE, readSuiteManifest } from './suite-manifest.ts';

const traceSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});

/**
 * The questions in a training file: problems, or traces, of which only the user messages are known. Any other line is
 * an error, because unreadable data cannot be checked for leaks.
 */
export async function trainingQuestions(named: string): Promise<readonly Question[]> {
  const path = existsSync(join(named, MANIFEST_FILE)) ? suiteFile(named) : named;
  const questions = new Map<string, Question>();
  for await (const line of readLines(path)) {
    const question = 'reason' in line ? undefined : questionIn(line.text, `${path}:${line.number}`);
    if (question === undefined) {
      throw new Fault('INPUT_INVALID', {
        message: `${path}, line ${line.number} is neither a problem nor a trace with messages.`,
        remedy: 'Give JSON lines of problems, or of training traces with messages.',
      });
    }
    // A problem may have many traces; their question is compared once.
    const key = question.targets.length === 0 ? question.query : question.id;
    questions.set(key, question);
  }
  return [...questions.values()];
}

/** A suite in a folder is named by the folder. */
function suiteFile(folder: string): string {
  return join(folder, readSuiteManifest(join(folder, MANIFEST_FILE)).problems.file);
}

function questionIn(text: string, id: string): Question | undefined {
  const json = parseJson(text);
  if (!json.ok) return undefined;
  const problem = parseProblem(json.value);
  if (problem.ok) return questionOf(problem.problem);
  const trace = traceSchema.safeParse(json.value);
  const asked = trace.data?.messages.find(({ role }) => role === 'user')?.content;
  return typeof asked === 'string' && asked.trim() !== '' ? { id, query: asked, targets: [] } : undefined;
}

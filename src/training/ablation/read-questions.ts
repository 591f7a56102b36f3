import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import { ARMS } from './ablation-arm.ts';
import { FIRST_PLAN, type QuestionFamily } from './questions.ts';

const QUESTIONS_FILE = 'questions.json';

const arm = z.enum(ARMS);
const questionsSchema = z.strictObject({
  families: z
    .array(
      z.strictObject({ plan: z.string().min(1).max(100), questions: z.array(z.tuple([arm, arm]).readonly()).min(1) }),
    )
    .min(1),
});

/**
 * The planned questions of an experiment: the families in its `questions.json`, or the first plan's. A later plan may
 * ask other questions of the same arms, and each plan has its own correction.
 */
export function readQuestions(folder: string): readonly QuestionFamily[] {
  const path = join(folder, QUESTIONS_FILE);
  if (!existsSync(path)) return [FIRST_PLAN];
  const json = parseJson(readTextFile(path));
  const parsed = questionsSchema.safeParse(json.ok ? json.value : undefined);
  if (parsed.success) return parsed.data.families;
  throw new Fault('INPUT_INVALID', {
    message: `${path} does not list questions: ${json.ok ? describeIssue(parsed.error) : json.reason}.`,
    remedy: 'Write {"families": [{"plan": "first", "questions": [["filtered", "spoken"]]}]}, with names of arms.',
  });
}

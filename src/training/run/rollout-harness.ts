import { type HarnessServer, startHarnessServer } from '../harness-server/start-harness-server.ts';
import { callSignature } from '../rows/action-signature.ts';
import type { Trace } from '../rows/trace.ts';
import type { TeacherCall } from '../rows/training-row.ts';
import { teacherEpisodes } from '../stages/teacher.ts';
import type { TrainingContext } from './training-context.ts';

export type HarnessContext = Pick<TrainingContext, 'recipe' | 'suites' | 'search' | 'harness' | 'folder' | 'tools'>;

const ANSWER_MILLISECONDS = 600_000;

/** The harness for a trainer that rolls out: train problems alone, and what the teacher is known to have done on them. */
export async function openRolloutHarness(context: HarnessContext, port = 0): Promise<HarnessServer> {
  const { recipe, suites, search, harness } = context;
  return await startHarnessServer({
    problems: suites.train.problems,
    search,
    teacher: teacherCalls(await teacherEpisodes(context)),
    harness,
    maxTurns: Math.max(recipe.harness.max_turns, recipe.stages.grpo.loss.most_turns),
    concurrency: recipe.harness.concurrency,
    port,
    asking: { timeoutMilliseconds: ANSWER_MILLISECONDS },
  });
}

/** By problem every call that led some teacher to a success, each once. */
export function teacherCalls(teaching: readonly Trace[]): ReadonlyMap<string, readonly TeacherCall[]> {
  const known = new Map<string, Map<string, TeacherCall>>();
  for (const { success, problem_id, messages } of teaching) {
    if (success !== true) continue;
    const calls = known.get(problem_id) ?? new Map<string, TeacherCall>();
    known.set(problem_id, calls);
    for (const message of messages) {
      for (const call of message.role === 'assistant' ? (message.tool_calls ?? []) : []) {
        const signature = callSignature(call);
        if (!calls.has(signature))
          calls.set(signature, { name: call.function.name, arguments: call.function.arguments });
      }
    }
  }
  return new Map([...known].map(([id, calls]) => [id, [...calls.values()]]));
}

import { type HarnessServer, startHarnessServer } from '../harness-server/start-harness-server.ts';
import { teacherCalls } from '../rows/teacher-calls.ts';
import { teacherEpisodes } from '../stages/teacher.ts';
import type { TrainingContext } from './training-context.ts';

export type HarnessContext = Pick<TrainingContext, 'recipe' | 'suites' | 'search' | 'harness' | 'folder' | 'tools'>;

const ANSWER_MILLISECONDS = 600_000;

/** Starts the harness for a trainer with rollouts. It has only train problems and the teacher's known calls on them. */
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

import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { Fault } from '../../fault/fault.ts';
import type { Viewer } from '../viewer.ts';
import type { EpisodeFeedbackWire } from '../wire/episode-feedback-wire.ts';
import { type AttemptPage, attemptPage, noSuchProblem } from './attempt-page.ts';
import { readEpisodeId } from './episode-id.ts';
import { episodeOutcome } from './episode-outcome.ts';
import { readDialogue } from './read-dialogue.ts';
import { readInteraction } from './read-interaction.ts';

/** One attempt in the original platform's form. It shows the same as the attempt's page shows to this viewer. */
export async function episodeFeedback(
  arena: Arena,
  episodeResultId: string,
  viewer: Viewer,
): Promise<EpisodeFeedbackWire> {
  const { runId, problemId } = await findAttempt(arena.database.reader, episodeResultId);
  const page = await attemptPage(arena, runId, problemId, viewer);
  const { result, problem, dialogue } = page;
  if (result === null || result.status === 'PENDING' || result.status === 'RUNNING') {
    throw new Fault('ARTIFACT_NOT_FOUND', {
      message: `Run ${runId} has no result of this problem that can be shown.`,
      remedy: 'Results of qualifying are shown when enough validators have run the version.',
    });
  }
  const steps = typeof dialogue === 'string' ? null : await readDialogue(arena.blobs, dialogue);
  const { observable_issues, ...seen } = readInteraction(steps ?? []);
  const failure = result.failure ?? null;
  return {
    schema_version: 'oro.episode_feedback.v1',
    episode_result_id: episodeResultId.toLowerCase(),
    task_id: problemId,
    family: problem.category,
    phase: page.phase,
    query: problem.query,
    paid_reward: result.score,
    ...episodeOutcome(result.status, failure),
    ...seen,
    observable_issues: [
      ...(failure?.code ? [{ code: failure.code.toLowerCase(), count: 1, step_index: null }] : []),
      ...observable_issues,
    ],
    diagnostics_state: steps === null ? 'diagnostics_unavailable' : 'available',
    eval_run_id: runId,
    reasoning_score: result.reasoning_score,
    reasoning_explanation: explanationIn(result),
  };
}

async function findAttempt(reader: ArenaQueries, id: string): Promise<{ runId: string; problemId: string }> {
  const { firstRunId, lastRunId, position } = readEpisodeId(id);
  const run = await reader
    .selectFrom('runs')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .select(['runs.run_id', 'item.set_id'])
    .where('runs.run_id', '>=', firstRunId)
    .where('runs.run_id', '<=', lastRunId)
    .executeTakeFirst();
  if (run === undefined) throw new Fault('ARTIFACT_NOT_FOUND', { message: `No run has the episode ${id}.` });
  const problem = await reader
    .selectFrom('set_problems')
    .select('problem_id')
    .where('set_id', '=', run.set_id)
    .where('position', '=', position)
    .executeTakeFirst();
  if (problem === undefined) throw noSuchProblem(run.run_id);
  return { runId: run.run_id, problemId: problem.problem_id };
}

/** The page contains a judge's text only for viewers that may read it. */
function explanationIn({ score_components }: NonNullable<AttemptPage['result']>): string | null {
  const words = score_components?.reasoning_explanation;
  return typeof words === 'string' ? words : null;
}

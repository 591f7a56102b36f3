import { type Harness, runEpisode } from '../../evaluation/harness.ts';
import { hasRun } from '../../evaluation/run.ts';
import { Fault } from '../../fault/fault.ts';
import { InferenceEndpoint } from '../../inference/inference-endpoint.ts';
import type { WebSearch } from '../../market/encyclopaedia.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import { SimulatedInference } from '../../simulated/simulated-inference.ts';
import { readEpisodes, type TaughtEpisode, teacherCalls } from '../../training/rows.ts';
import type { TeacherCall } from '../../training/step-reward.ts';

type TeacherCalls = ReadonlyMap<string, readonly TeacherCall[]>;

/** The strongest simulated model. */
export const TEACHER_MODEL = 'house/expert';

/** Attempts of the simulated teacher at a problem, with different seeds, before its steps stay without reward. */
const ATTEMPTS = 3;
/** Maximum turns of the teacher per problem. */
const MAX_TURNS = 20;

export interface TeacherOptions {
  readonly problems: readonly Problem[];
  readonly harness: Harness;
  readonly search: Search;
  readonly web?: WebSearch | undefined;
  readonly onProgress?: (done: number, of: number) => void;
}

/**
 * Runs the simulated teacher on every problem, in the same harness as students. The result is the same on every
 * machine.
 */
export async function simulatedTeacher({ onProgress, ...rest }: TeacherOptions): Promise<TeacherCalls> {
  const endpoint = new InferenceEndpoint(new SimulatedInference());
  const taught: TaughtEpisode[] = [];
  for (const [place, problem] of rest.problems.entries()) {
    for (let seed = 0; seed < ATTEMPTS; seed++) {
      const request = { model: TEACHER_MODEL, temperature: 0.9, seed };
      const outcome = await runEpisode({ ...rest, problem, endpoint, maxTurns: MAX_TURNS, request, keepsSeed: true });
      if (outcome.kind !== 'episode' || !outcome.episode.strict.success) continue;
      taught.push({ problem_id: problem.id, success: true, messages: outcome.episode.messages });
      break;
    }
    onProgress?.(place + 1, rest.problems.length);
  }
  return teacherCalls(taught);
}

/** Successes of a model from a folder of `assay eval run` on the same suite. */
export async function recordedTeacher(folder: string, { problems, harness }: TeacherOptions): Promise<TeacherCalls> {
  if (!hasRun(folder)) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no evaluation in ${folder}.`,
      remedy: 'Name a folder that `assay eval run --out` wrote, `simulated`, or `none`.',
    });
  }
  const known = new Set(problems.map(({ id }) => id));
  const episodes = await readEpisodes(folder, 'teacher', JSON.stringify(harness.schemas));
  const calls = teacherCalls(episodes.filter(({ problem_id }) => known.has(problem_id)));
  if (calls.size > 0) return calls;
  throw new Fault('INPUT_INVALID', {
    message: `The evaluation in ${folder} solved no problem of the train split.`,
    remedy: 'Name one that was run on the same suite.',
  });
}

import type { SampleSettings } from '../recipe/recipe-fields.ts';
import type { Stage } from '../recipe/stage.ts';
import { studentPlayer } from './players.ts';
import { runEpisodes } from './run-episodes.ts';
import type { TrainerSession } from './trainer-session.ts';
import type { TrainingContext } from './training-context.ts';

export interface StudentEpisodes {
  /** The stage whose adapter the student uses. */
  readonly after: Stage;
  /** The stage that needs the episodes. */
  readonly stage: Stage;
  /** The step they belong to, and the folder within the stage where they are written. */
  readonly doing: 'samples' | 'student';
  readonly settings: SampleSettings;
}

/** Plays train problems with the student as a stage left it. Existing episodes are not repeated. */
export async function playStudent(
  context: TrainingContext,
  session: Pick<TrainerSession, 'student'>,
  { after, stage, doing, settings }: StudentEpisodes,
): Promise<void> {
  const { recipe, suites, folder, watch } = context;
  watch({ event: 'begin', stage, doing });
  const student = await session.student();
  await student.use(folder.adapter(after));
  await runEpisodes(context, {
    folder: folder.stage(stage)[doing],
    label: `${after} on train problems`,
    player: studentPlayer(student, recipe),
    suite: suites.train,
    settings,
    greedy: false,
    plan: null,
    onProgress: (done, of) => watch({ event: 'progress', stage, doing, done, of }),
  });
}

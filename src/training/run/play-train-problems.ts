import type { Stage } from '../recipe/stage.ts';
import { studentPlayer, teacherPlayer } from './players.ts';
import type { PlayStudent, PlayTeacher } from './prepare-rows.ts';
import { runEpisodes } from './run-episodes.ts';
import type { TrainingContext } from './training-context.ts';
import type { Workshop } from './workshop.ts';

/** Lets the student, as a stage left it, and the teacher play train problems. Episodes that are there are not played again. */
export function playersOf(
  context: TrainingContext,
  workshop: Workshop,
): { readonly playStudent: PlayStudent; readonly playTeacher: PlayTeacher } {
  const { recipe, suites, folder, watch } = context;
  const { teacher } = recipe.stages;

  async function playStudent(after: Stage, stage: Stage, doing: 'samples' | 'student'): Promise<void> {
    watch({ event: 'begin', stage, doing });
    const settings = doing === 'samples' ? recipe.stages.rejection.rows.samples : teacher.rows.student_samples!;
    const student = await workshop.student();
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

  async function playTeacher(chosen: ReadonlySet<string> | null): Promise<void> {
    const problems = suites.train.problems.filter(({ id }) => chosen === null || chosen.has(id));
    if (problems.length === 0) return;
    watch({ event: 'begin', stage: 'teacher', doing: 'teacher' });
    await runEpisodes(context, {
      folder: folder.stage('teacher').samples,
      label: `teacher ${teacher.rows.model}`,
      player: teacherPlayer(recipe),
      suite: { ...suites.train, problems },
      settings: teacher.rows.samples,
      greedy: false,
      plan: null,
      onProgress: (done, of) => watch({ event: 'progress', stage: 'teacher', doing: 'teacher', done, of }),
    });
  }

  return { playStudent, playTeacher };
}

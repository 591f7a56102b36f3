import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../fault/fault.ts';
import { makeFolder, SHARED_FOLDER, storageFault } from '../../store/files.ts';
import { type ExportedProblem, instruction, taskName, taskToml } from './harbor-task.ts';

export interface ExportedTask {
  readonly problem_id: string;
  /** Name of the task's folder. */
  readonly task: string;
}

/** Files that all tasks share: the image with its command, and the script that requests the verdict. */
const PARTS = fileURLToPath(new URL('../../../python/harbor_task/', import.meta.url));
const COMMON = { 'environment/Dockerfile': 'Dockerfile', 'environment/shop': 'shop', 'tests/verdict.py': 'verdict.py' };
const PROGRAM_MODE = 0o755;

/** Writes one folder per problem. The target folder must be new or empty, so that it has no tasks of another export. */
export function writeHarborTasks(
  out: string,
  suite: { readonly name: string; readonly problems: readonly ExportedProblem[] },
): readonly ExportedTask[] {
  try {
    makeFolder(out, SHARED_FOLDER);
    if (readdirSync(out).length > 0) throw notEmpty(out);
    return suite.problems.map((problem) => {
      const task = taskName(problem);
      writeTask(join(out, task), problem, suite.name);
      return { problem_id: problem.id, task };
    });
  } catch (error) {
    throw storageFault(error, `writing tasks to ${out}`);
  }
}

function notEmpty(out: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${out} is not empty.`,
    remedy: 'Name a new folder, so that it contains only the tasks of this suite.',
  });
}

function writeTask(folder: string, problem: ExportedProblem, suite: string): void {
  for (const part of ['environment', 'tests']) makeFolder(join(folder, part), SHARED_FOLDER);
  writeFileSync(join(folder, 'task.toml'), taskToml(problem, suite));
  writeFileSync(join(folder, 'instruction.md'), instruction(problem));
  writeFileSync(join(folder, 'tests', 'problem.json'), `${JSON.stringify({ problem_id: problem.id })}\n`);
  for (const [path, part] of Object.entries(COMMON)) writeFileSync(join(folder, path), readFileSync(join(PARTS, part)));
  writeFileSync(join(folder, 'tests', 'test.sh'), readFileSync(join(PARTS, 'test.sh')), { mode: PROGRAM_MODE });
}

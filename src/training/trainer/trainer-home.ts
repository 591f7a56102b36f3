import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../fault/fault.ts';
import { sha256 } from '../../store/sha256.ts';

const SHIPPED = fileURLToPath(new URL('../../../python/', import.meta.url));

/** The folder with the Python package `trainer`. Bundles set `ASSAY_TRAINER_HOME`. */
export function trainerHome(environment: NodeJS.ProcessEnv = process.env): string {
  const home = environment.ASSAY_TRAINER_HOME || SHIPPED;
  if (existsSync(join(home, 'trainer', '__init__.py'))) return home;
  throw new Fault('TRAINER_UNAVAILABLE', {
    message: `There is no trainer in ${home}.`,
    remedy: 'Set ASSAY_TRAINER_HOME to the folder that holds the Python package `trainer`.',
  });
}

/** Hash of the chat template that every model is prompted and trained with. Another template gives different rows. */
export function templateHash(home: string): string {
  const file = (name: string): Buffer => readFileSync(join(home, 'trainer', 'template', name));
  return sha256(Buffer.concat([file('chat.jinja'), Buffer.from([0]), file('chat_training.jinja')]));
}

/** The Python interpreter that runs the trainer. */
export function trainerPython(named: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  return named ?? (environment.ASSAY_TRAINER_PYTHON || 'python3');
}

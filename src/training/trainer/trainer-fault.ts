import { readFileSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import type { FaultEvent } from './trainer-event.ts';

/** A fault reported by the trainer. `exit` 1: the trainer ran and failed. 2: wrong use, or something is missing. */
export function trainerFault({ code, message, remedy, exit }: FaultEvent): Fault {
  return new Fault(exit === 1 ? 'TRAINING_FAILED' : 'TRAINER_UNAVAILABLE', {
    message,
    remedy,
    extra: { trainer_code: code },
  });
}

export function notStarted(python: string, error: Error): Fault {
  return new Fault('TRAINER_UNAVAILABLE', {
    message: `${python} cannot be started: ${error.message}.`,
    remedy: 'Name a Python of 3.11 or newer with --python or ASSAY_TRAINER_PYTHON.',
    cause: error,
  });
}

/** The trainer ended without reporting a fault. Its last output is in the log. */
export function crashed(how: string, log: string): Fault {
  const last = lastLine(log);
  return new Fault('TRAINER_UNAVAILABLE', {
    message: `The trainer ended ${how}${last === '' ? '' : `: ${last}`}.`,
    remedy: `See ${log}. The same command resumes from the last checkpoint.`,
    extra: { log },
  });
}

function lastLine(log: string): string {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n').at(-1)!.slice(0, 300);
  } catch {
    // An unreadable log cannot be quoted.
    return '';
  }
}

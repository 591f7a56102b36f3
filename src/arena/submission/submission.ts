import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Licence } from './licence.ts';

/** A contestant's submission. The caller has authenticated the hotkey. */
export interface Submission {
  readonly hotkey: string;
  readonly agentName: string;
  readonly file: Uint8Array;
  /** Chosen by the contestant. Repeating a request with the same key returns the same answer and counts once. */
  readonly idempotencyKey?: string | undefined;
  /** Licence for training data from its attempts; defaults to the arena's. */
  readonly licence?: Licence | undefined;
}

/** A submission whose form is valid. */
export interface CheckedSubmission extends Submission {
  readonly text: string;
  readonly codeSha256: string;
  /** Equal for identical requests. */
  readonly requestHash: string;
}

const AGENT_NAME = /^[A-Za-z0-9 ._-]{1,100}$/;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export function checkSubmission(submission: Submission, maxBytes: number): CheckedSubmission {
  const { agentName, file, idempotencyKey, licence } = submission;
  if (!AGENT_NAME.test(agentName) || agentName.trim() !== agentName) {
    throw new Fault('INVALID_AGENT_NAME', {
      message:
        'An agent’s name has 1 to 100 letters, digits, spaces, dots, underscores and hyphens, and no space at its ends.',
      remedy: 'Choose another name.',
    });
  }
  if (file.length > maxBytes) {
    throw new Fault('FILE_TOO_LARGE', {
      message: `The file has ${file.length} bytes; an agent may have ${maxBytes}.`,
      remedy: 'Leave out what is not code.',
    });
  }
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw new Fault('INPUT_INVALID', {
      message: 'An idempotency key has 1 to 200 visible ASCII characters.',
      remedy: 'A UUID is suitable.',
    });
  }
  const codeSha256 = sha256(file);
  const request = { agent_name: agentName, code_sha256: codeSha256, ...(licence !== undefined && { licence }) };
  const requestHash = sha256(canonicalJson(request));
  return { ...submission, text: textOf(file), codeSha256, requestHash };
}

function textOf(file: Uint8Array): string {
  if (file.length === 0) throw unreadable('The file is empty.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw unreadable('The file is not UTF-8.');
  }
}

function unreadable(message: string): Fault {
  return new Fault('INVALID_FILE', {
    message,
    remedy: 'Send one Python file, saved as UTF-8. This attempt does not start a cooldown.',
  });
}

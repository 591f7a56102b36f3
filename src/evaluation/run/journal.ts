import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { appendDurably, storageFault } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { keyText } from './episode-key.ts';
import { type EpisodeLine, type FailureLine, type JournalLine, journalLineSchema } from './journal-line.ts';

/** The files may contain sealed problems, so only their owner may read them. */
const SECRET_MODE = 0o600;

export interface ReadJournal {
  readonly episodes: readonly EpisodeLine[];
  readonly failures: readonly FailureLine[];
  /** Where to truncate the file if its last line is incomplete. */
  readonly tornAt?: number;
}

export function journalPath(folder: string): string {
  return join(folder, 'journal.jsonl');
}

export function transcriptsPath(folder: string): string {
  return join(folder, 'transcripts.jsonl');
}

/** Reads all results of a run so far. An incomplete last line comes from a crash and is ignored. */
export function readJournal(folder: string): ReadJournal {
  const path = journalPath(folder);
  if (!existsSync(path)) return { episodes: [], failures: [] };
  const bytes = bytesOf(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const episodes = new Map<string, EpisodeLine>();
  const failures: FailureLine[] = [];
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  for (const [place, text] of lines.entries()) {
    const json = parseJson(text);
    const parsed = journalLineSchema.safeParse(json.ok ? json.value : undefined);
    if (!parsed.success) throw corrupt(path, place + 1, json.ok ? describeIssue(parsed.error) : json.reason);
    const line: JournalLine = parsed.data;
    if (line.kind === 'provider failure') {
      failures.push(line);
      continue;
    }
    const key = keyText({ problemId: line.problem_id, mode: line.mode, sample: line.sample });
    if (episodes.has(key)) throw corrupt(path, place + 1, 'its episode was measured before');
    episodes.set(key, line);
  }
  return { episodes: [...episodes.values()], failures, ...(end < bytes.length && { tornAt: end }) };
}

/** Use only under the folder's lock. */
export class Journal {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes incomplete lines that a crash left. */
  static open(folder: string): Journal {
    const { tornAt } = readJournal(folder);
    if (tornAt !== undefined) truncateSync(journalPath(folder), tornAt);
    const transcripts = transcriptsPath(folder);
    if (existsSync(transcripts)) {
      const bytes = bytesOf(transcripts);
      const end = bytes.lastIndexOf(0x0a) + 1;
      if (end < bytes.length) truncateSync(transcripts, end);
    }
    return new Journal(folder);
  }

  /**
   * Writes the transcript first: an episode without a transcript cannot be explained, but an extra transcript is
   * harmless.
   */
  addEpisode(line: Omit<EpisodeLine, 'transcript'>, transcript: unknown): EpisodeLine {
    const text = JSON.stringify(transcript).toWellFormed();
    appendDurably(transcriptsPath(this.#folder), `${text}\n`, { mode: SECRET_MODE, sync: false });
    const whole = { ...line, transcript: sha256(text) };
    appendDurably(journalPath(this.#folder), `${JSON.stringify(whole)}\n`, { mode: SECRET_MODE });
    return whole;
  }

  addFailure(line: FailureLine): void {
    appendDurably(journalPath(this.#folder), `${JSON.stringify(line)}\n`, { mode: SECRET_MODE });
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}

function corrupt(path: string, line: number, reason: string): Fault {
  return new Fault('EVIDENCE_CORRUPT', {
    message: `${path}, line ${line} is not a valid journal line: ${reason}.`,
    remedy: 'Restore the file from a backup, or run the evaluation again in another folder.',
  });
}

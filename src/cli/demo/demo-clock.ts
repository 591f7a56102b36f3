import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { makeFolder, PRIVATE_FILE, storageFault, systemErrorCode } from '../../store/files.ts';

export interface DemoClockOptions {
  readonly path: string;
  /** Time at the first start. */
  readonly start: number;
  /** Simulated milliseconds per real millisecond. */
  readonly speed: number;
}

const keptSchema = z.strictObject({ until: z.number() });

/** Written ahead, so that the file need not be written on every read of the clock. */
const AHEAD_MILLISECONDS = 10_000;

/**
 * The clock of a demo: faster than real time, can be advanced, and stands still while the demo is not running. The file
 * holds a timestamp that the clock has never passed. The next run continues from there, so even after a crash the clock
 * never goes back.
 */
export class DemoClock {
  readonly #path: string;
  readonly #speed: number;
  #base: number;
  #since = performance.now();
  #until: number;

  constructor({ path, start, speed }: DemoClockOptions) {
    this.#path = path;
    this.#speed = speed;
    this.#until = readUntil(path) ?? start;
    this.#base = this.#until;
  }

  readonly now = (): number => {
    const now = Math.floor(this.#base + (performance.now() - this.#since) * this.#speed);
    if (now > this.#until) this.#keep(now + AHEAD_MILLISECONDS * this.#speed);
    return now;
  };

  /** Skips to a time; a time in the past changes nothing. */
  skipTo(time: number): void {
    if (time <= this.now()) return;
    if (time > this.#until) this.#keep(time + AHEAD_MILLISECONDS * this.#speed);
    this.#base = time;
    this.#since = performance.now();
  }

  /** Saves the current timestamp for the next run. The clock must not be read afterwards. */
  close(): void {
    this.#keep(this.now());
  }

  #keep(until: number): void {
    const aside = `${this.#path}.new`;
    try {
      makeFolder(dirname(this.#path));
      writeFileSync(aside, `${JSON.stringify({ until })}\n`, { flush: true, mode: PRIVATE_FILE });
      renameSync(aside, this.#path);
    } catch (error) {
      throw storageFault(error, `writing ${this.#path}`);
    }
    this.#until = until;
  }
}

function readUntil(path: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw storageFault(error, `reading ${path}`);
  }
  const json = parseJson(text);
  const kept = keptSchema.safeParse(json.ok ? json.value : undefined);
  if (kept.success) return kept.data.until;
  throw new Fault('STORAGE_FAILED', {
    message: `${path} cannot be read.`,
    remedy: 'Start the demo over with --fresh.',
  });
}

import { Fault } from '../../fault/fault.ts';

type Line = (fields: object, message: string) => void;

export interface OutageWriter {
  readonly error: Line;
  readonly info: Line;
}

interface Outage {
  readonly since: number;
  readonly fields: object;
  readonly message: string;
  readonly kind: string;
  isWritten: boolean;
}

/**
 * Writes once that a part fails, and once that it works again, however often it is tried meanwhile: an outage of hours
 * would otherwise fill the log with one line. Another kind of failure of the same part is written again.
 */
export class OutageLog {
  readonly #outages = new Map<string, Outage>();
  #log: OutageWriter | undefined;

  /** Writes from now on, and what failed before. */
  writeTo(log: OutageWriter): void {
    this.#log = log;
    for (const outage of this.#outages.values()) this.#write(outage);
  }

  failed(part: string, error: unknown, fields: object, message: string): void {
    const kind = kindOf(error);
    const known = this.#outages.get(part);
    if (known?.kind === kind) return;
    const since = known?.since ?? performance.now();
    const outage = { since, fields: { err: error, ...fields }, message, kind, isWritten: false };
    this.#outages.set(part, outage);
    this.#write(outage);
  }

  works(part: string, fields: object, message: string): void {
    const outage = this.#outages.get(part);
    if (outage === undefined) return;
    this.#outages.delete(part);
    const seconds = Math.round((performance.now() - outage.since) / 1_000);
    this.#log?.info({ ...fields, after_seconds: seconds }, message);
  }

  #write(outage: Outage): void {
    if (this.#log === undefined || outage.isWritten) return;
    outage.isWritten = true;
    this.#log.error(outage.fields, outage.message);
  }
}

/** Without numbers, which may differ each time: ports, durations. */
function kindOf(error: unknown): string {
  if (Fault.isInstance(error)) return error.code;
  if (!(error instanceof Error)) return typeof error;
  return `${error.name} ${(error as NodeJS.ErrnoException).code ?? error.message.replaceAll(/\d+/g, '')}`;
}

import { Fault } from '../fault/fault.ts';

type LogLevel = 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface LogEntry {
  readonly level: LogLevel;
  readonly time: number;
  readonly message: string;
  readonly fields: LogFields;
}

/** What a validator tells whoever runs it. Fields say which run and which attempt it is about. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log, with these fields in every line. */
  with(fields: LogFields): Log;
}

export function createLog(write: (entry: LogEntry) => void, common: LogFields = {}): Log {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void =>
      write({ level, time: Date.now(), message, fields: { ...common, ...fields } });
  return {
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => createLog(write, { ...common, ...fields }),
  };
}

/** For tests, and for those who do not listen. */
export const SILENT: Log = createLog(() => {});

const NUMBERS: Readonly<Record<LogLevel, number>> = { info: 30, warn: 40, error: 50 };

/** In the field names of the arena's own log, so that both can be read by the same tools. */
export function jsonLine({ level, time, message, fields }: LogEntry): string {
  return JSON.stringify({ level: NUMBERS[level], time, msg: message, ...fields });
}

const SHOWN_DIGITS = 8;
const ABBREVIATED = new Set(['run_id', 'attempt_id', 'agent_version_id', 'validator']);
const MARKS: Readonly<Record<LogLevel, string>> = { info: ' ', warn: '!', error: '✗' };

/** For a terminal: the time, the sentence, and of ids as much as tells them apart. */
export function humanLine({ level, time, message, fields }: LogEntry): string {
  const shown = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || value === null || name === 'stack') return [];
    const text = ABBREVIATED.has(name) ? String(value).slice(0, SHOWN_DIGITS) : String(value);
    return [`${name.replace(/_id$/, '')} ${text}`];
  });
  const clock = new Date(time).toLocaleTimeString('en-GB');
  return `${clock} ${MARKS[level]} ${message}${shown.length === 0 ? '' : `  (${shown.join(', ')})`}`;
}

/** What went wrong; a defect with the place where it happened. */
export function failureFields(error: unknown): LogFields {
  if (Fault.isInstance(error)) return { fault: error.code, detail: error.message };
  const detail = error instanceof Error ? error.message : String(error);
  return { fault: 'DEFECT', detail, stack: error instanceof Error ? error.stack : undefined };
}

import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { parseJson } from '../json/parse-json.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface LogEntry {
  readonly level: LogLevel;
  readonly time: number;
  readonly message: string;
  readonly fields: LogFields;
}

/** A validator's log for its operator. Fields name the run and the attempt. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
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
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => createLog(write, { ...common, ...fields }),
  };
}

/** Discards everything; for tests and for callers that need no log. */
export const SILENT: Log = createLog(() => {});

const NUMBERS: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 };

/** Uses the field names of the arena's own log, so that the same tools can read both. */
export function jsonLine({ level, time, message, fields }: LogEntry): string {
  return JSON.stringify({ level: NUMBERS[level], time, msg: message, ...fields });
}

const SHOWN_DIGITS = 8;
const ABBREVIATED = new Set(['run_id', 'attempt_id', 'agent_version_id', 'validator']);
const MARKS: Readonly<Record<LogLevel, string>> = { debug: '·', info: ' ', warn: '!', error: '✗' };

/** For a terminal: the time, the message, and shortened ids. */
export function humanLine({ level, time, message, fields }: LogEntry): string {
  const shown = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || value === null || name === 'stack') return [];
    const text = ABBREVIATED.has(name) ? String(value).slice(0, SHOWN_DIGITS) : String(value);
    return [`${name.replace(/_id$/, '')} ${text}`];
  });
  const clock = new Date(time).toLocaleTimeString('en-GB');
  return `${clock} ${MARKS[level]} ${message}${shown.length === 0 ? '' : `  (${shown.join(', ')})`}`;
}

/** Log fields for an error; a bug also gets its stack trace. */
export function failureFields(error: unknown): LogFields {
  if (Fault.isInstance(error)) {
    const { request_id } = error.extra;
    // The arena logs the same id with its own error.
    return { fault: error.code, detail: error.message, ...(typeof request_id === 'string' && { request_id }) };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { fault: 'DEFECT', detail, stack: error instanceof Error ? error.stack : undefined };
}

const lineSchema = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });
/** Fields that are the same in every line of a process. */
const CONSTANT = new Set(['pid', 'hostname']);

/** Parses a line of the arena's log (`jsonLine` writes the same format); `undefined` if it is not one. */
export function readJsonLine(line: string): LogEntry | undefined {
  const json = parseJson(line);
  const parsed = lineSchema.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) return undefined;
  const { level, time, msg, ...rest } = parsed.data;
  const name = LOG_LEVELS.findLast((each) => NUMBERS[each] <= level) ?? 'debug';
  const fields = Object.entries(rest).flatMap(([key, value]) => (CONSTANT.has(key) ? [] : flatFields(key, value)));
  return { level: name, time, message: msg, fields: Object.fromEntries(fields) };
}

/** Errors are objects in the log; a text line shows only their message. */
function flatFields(key: string, value: unknown): [string, string | number | boolean | null][] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return [[key, value]];
  }
  const error = z.looseObject({ message: z.string(), stack: z.string().optional() }).safeParse(value);
  if (!error.success) return [[key, JSON.stringify(value)]];
  const { message, stack } = error.data;
  return [[key, message], ...(stack === undefined ? [] : [['stack', stack] as [string, string]])];
}

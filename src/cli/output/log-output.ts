import { Option } from 'commander';
import {
  createLog,
  humanLine,
  jsonLine,
  LOG_LEVELS,
  type Log,
  type LogEntry,
  type LogLevel,
  readJsonLine,
} from '../../validator/log.ts';
import { plainText } from './plain-text.ts';

type ChosenLevel = LogLevel | 'silent';
type LogFormat = 'json' | 'text';

export interface LogOptions {
  readonly logLevel: ChosenLevel;
  readonly logFormat?: LogFormat;
}

/** For commands that run as a service. */
export function logOptions(): readonly [Option, Option] {
  return [
    new Option('--log-level <level>', 'minimum level to log')
      .choices([...LOG_LEVELS, 'silent'])
      .default('info')
      .env('ASSAY_LOG_LEVEL'),
    new Option('--log-format <format>', 'format of log lines (default: text on a terminal, JSON otherwise)')
      .choices(['json', 'text'])
      .env('ASSAY_LOG_FORMAT'),
  ];
}

/** The log of a validator, on standard error. */
export function openLog({ logLevel, logFormat }: LogOptions): Log {
  const least = logLevel === 'silent' ? LOG_LEVELS.length : LOG_LEVELS.indexOf(logLevel);
  const lineOf = formatOf(logFormat) === 'text' ? textLine : jsonLine;
  return createLog((entry) => {
    if (LOG_LEVELS.indexOf(entry.level) >= least) process.stderr.write(`${lineOf(entry)}\n`);
  });
}

/** The log of a server, on standard error; `false` when logging is off. */
export function serverLogger({ logLevel, logFormat }: LogOptions) {
  if (logLevel === 'silent') return false;
  return { level: logLevel, stream: formatOf(logFormat) === 'text' ? { write: writeAsText } : process.stderr };
}

function writeAsText(line: string): void {
  const entry = readJsonLine(line);
  process.stderr.write(entry === undefined ? line : `${textLine(entry)}\n`);
}

/** Stack traces are for debugging, below their line. */
function textLine(entry: LogEntry): string {
  const { stack } = entry.fields;
  return plainText(`${humanLine(entry)}${typeof stack === 'string' ? `\n${stack}` : ''}`);
}

/** Text for people at a terminal, parseable lines for everything else. */
function formatOf(chosen: LogFormat | undefined): LogFormat {
  return chosen ?? (process.stderr.isTTY ? 'text' : 'json');
}

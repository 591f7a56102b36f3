import { Fault } from '../fault/fault.ts';
import { parseJson } from '../json/parse-json.ts';
import { readLines } from '../store/files.ts';
import type { Problem } from './problem.ts';
import { parseProblem } from './problem-wire.ts';

/** A line that is not a valid problem, and the field that is wrong. */
export interface BadProblem {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

export type ProblemLine = { readonly line: number; readonly problem: Problem } | BadProblem;

export function isBadProblem(line: ProblemLine): line is BadProblem {
  return 'reason' in line;
}

/** A JSON array must be read completely. Suites are small, and larger banks use JSON lines. */
const MAX_ARRAY_LINES = 2_000_000;

/**
 * Reads the problems of a file and reports invalid lines. The file is either JSON lines, which are streamed, or one
 * JSON array, the format of the reference's suites; for an array, "line" means the number of the entry.
 */
export async function* readProblems(path: string, onBytes?: (bytes: number) => void): AsyncGenerator<ProblemLine> {
  let array: string[] | undefined;
  let first = true;
  for await (const line of readLines(path, onBytes ? { onBytes } : {})) {
    if (first && 'text' in line && line.text.trimStart().startsWith('[')) array = [];
    first = false;
    if ('reason' in line) yield { line: line.number, field: 'line', reason: line.reason };
    else if (array === undefined) yield parsedText(line.number, line.text);
    else {
      array.push(line.text);
      if (array.length > MAX_ARRAY_LINES) throw tooLong(path);
    }
  }
  if (array !== undefined) yield* entriesOf(array.join('\n'));
}

function* entriesOf(text: string): Generator<ProblemLine> {
  const json = parseJson(text);
  if (!json.ok || !Array.isArray(json.value)) {
    yield { line: 1, field: 'line', reason: `is not JSON: ${json.ok ? 'no array' : json.reason}` };
    return;
  }
  for (const [place, value] of json.value.entries()) yield parsedLine(place + 1, value);
}

function parsedText(line: number, text: string): ProblemLine {
  const json = parseJson(text);
  return json.ok ? parsedLine(line, json.value) : { line, field: 'line', reason: `is not JSON: ${json.reason}` };
}

function tooLong(path: string): Fault {
  return new Fault('LIMIT_EXCEEDED', {
    message: `${path} is one JSON array of more than ${MAX_ARRAY_LINES} lines.`,
    remedy: 'Write it as JSON lines, one problem per line; such files are read line by line.',
  });
}

function parsedLine(line: number, value: unknown): ProblemLine {
  const parsed = parseProblem(value);
  return parsed.ok ? { line, problem: parsed.problem } : { line, field: parsed.field, reason: parsed.reason };
}

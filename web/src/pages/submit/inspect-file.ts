/** What can be checked in a file without a request. */
export interface FileSummary {
  readonly lines: readonly string[];
  /** Why the arena cannot accept it. */
  readonly problem: string | undefined;
}

/** More than any arena accepts; a larger file was dropped by mistake and is not read. */
export const MOST_FILE_BYTES = 4 * 1024 ** 2;

export function inspectFile(bytes: Uint8Array): FileSummary {
  if (bytes.length === 0) return { lines: [], problem: 'The file is empty.' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { lines: [], problem: 'The file is not UTF-8. Save it as UTF-8.' };
  }
  const lines = text.split(/\r\n|\r|\n/);
  const problem = /^(async\s+)?def\s+agent_main\b|^agent_main\s*=/m.test(text)
    ? undefined
    : 'No agent_main is defined at the top level. Validators call this function.';
  return { lines, problem };
}

export interface ShownLine {
  readonly number: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** A line, counted from 1, with its neighbours. Empty if there is no such line. */
export function linesAround(lines: readonly string[], line: number, neighbours = 1): readonly ShownLine[] {
  if (line < 1 || line > lines.length) return [];
  const first = Math.max(1, line - neighbours);
  return lines.slice(first - 1, line + neighbours).map((text, index) => {
    return { number: first + index, text, isMarked: first + index === line };
  });
}

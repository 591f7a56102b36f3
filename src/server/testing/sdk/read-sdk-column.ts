const ABSENT = '–';

/** The column for one SDK version in the table of docs/compatibility.md; empty if there is none. */
export function readSdkColumn(page: string, version: string): ReadonlyMap<string, string> {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith('| operation |'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const cells = lines.slice(start, end).map((line) => line.split('|').map((cell) => cell.trim()));
  const column = cells[0]?.indexOf(version) ?? -1;
  if (column === -1) return new Map();
  return new Map(
    cells.flatMap((row): [string, string][] => {
      const name = /^`(.+)`$/.exec(row[1]!)?.[1];
      return name === undefined || row[column] === ABSENT ? [] : [[name, row[column]!]];
    }),
  );
}

// Prints the floor of each room and its imports, as the table of docs/architecture.md.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

/** The rooms each room imports in product code. */
function importedRooms(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.ts', { cwd: SOURCE })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue;
    const room = file.split('/')[0]!;
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const [, specifier] of readFileSync(join(SOURCE, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const target = normalize(join(dirname(file), specifier!)).split('/')[0]!;
      if (target !== '..' && target !== room) imported.add(target);
    }
  }
  return rooms;
}

/** A room is one floor above the highest room it imports. */
function floorsOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): Map<string, number> {
  const floors = new Map<string, number>();
  const floorOf = (room: string): number => {
    const known = floors.get(room);
    if (known !== undefined) return known;
    const floor = 1 + Math.max(-1, ...Array.from(rooms.get(room) ?? [], floorOf));
    floors.set(room, floor);
    return floor;
  };
  for (const room of rooms.keys()) floorOf(room);
  return floors;
}

/** The table between the markers in docs/architecture.md. */
export function roomTable(): string {
  const rooms = importedRooms();
  const floors = floorsOf(rooms);
  const height = Math.max(...floors.values()) + 1;
  const arrows = Array.from(rooms.values()).reduce((sum, imported) => sum + imported.size, 0);
  const lines = Array.from({ length: height }, (_, index) => height - 1 - index).map((floor) => {
    const here = Array.from(rooms.keys())
      .filter((room) => floors.get(room) === floor)
      .sort();
    return `| ${floor} | ${here.map((room) => `\`${room}\``).join(', ')} |`;
  });
  return [
    `${rooms.size} rooms on ${height} floors, ${arrows} arrows, all of them downward:`,
    '',
    '| floor | rooms |',
    '|---|---|',
    ...lines,
  ].join('\n');
}

if (import.meta.main) console.log(roomTable());

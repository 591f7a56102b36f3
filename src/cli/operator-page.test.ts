import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arenaConfigSchema, parseArenaConfig } from '../server/start/arena-config.ts';
import { addAllCommands } from './command-table.ts';
import { ADMIN_COMMANDS } from './commands/admin/admin.ts';

const PAGE = readFileSync(new URL('../../docs/operator.md', import.meta.url), 'utf8');

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** Paths of all fields; a rate is one line with both its numbers. */
function pathsIn(node: Node, path = ''): string[] {
  const choices = node.anyOf ?? node.oneOf ?? [];
  if (choices.length > 0) return choices.flatMap((choice) => pathsIn(choice, path));
  if (node.properties === undefined || /^rates\.\w+$/.test(path)) return [path];
  return Object.entries(node.properties).flatMap(([name, child]) =>
    pathsIn(child, path === '' ? name : `${path}.${name}`),
  );
}

describe('docs/operator.md', () => {
  const rows = new Map(Array.from(PAGE.matchAll(/^\| `([\w.]+)` \| (.*?) \|/gm), ([, path, value]) => [path!, value!]));
  const schema = z.toJSONSchema(arenaConfigSchema, { io: 'input', unrepresentable: 'any' });
  const paths = [...new Set(pathsIn(schema as Node))];

  it('docs/operator.md lists every field of the configuration', () => {
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !rows.has(path))).toEqual([]);
  });

  it('docs/operator.md gives the default of every field', () => {
    const defaults = parseArenaConfig({});
    for (const path of paths) {
      const value = path
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], defaults);
      if (value !== undefined) expect([path, rows.get(path)]).toEqual([path, `\`${JSON.stringify(value)}\``]);
    }
  });

  it('docs/operator.md names every operator command', async () => {
    const admin = await addAllCommands(new Command('admin'), ADMIN_COMMANDS);
    const acts = PAGE.slice(PAGE.indexOf('### Operator commands'), PAGE.indexOf('### The public ledger'));
    const names = admin.commands.flatMap((command) => [command, ...command.commands].map((each) => each.name()));
    expect(names).toContain('reevaluate');
    for (const name of names) expect(acts).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

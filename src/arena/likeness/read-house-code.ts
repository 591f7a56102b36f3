import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));
const KIT = fileURLToPath(new URL('../../../python/agent-kit/', import.meta.url));

/** The example agents and the kit, which contestants may build on as they like. */
export function readHouseCode(): readonly string[] {
  return [...pythonIn(AGENTS, '*.py'), ...pythonIn(KIT, '**/*.py')];
}

function pythonIn(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
}

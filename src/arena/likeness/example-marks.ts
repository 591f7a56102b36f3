import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeTokens } from './code-tokens.ts';
import { kGramHashes } from './k-gram-hashes.ts';

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));
const KIT = fileURLToPath(new URL('../../../python/agent-kit/', import.meta.url));

/** The example agents and the kit, which contestants may freely build on. */
function readExampleCode(): readonly string[] {
  return [...pythonIn(AGENTS, '*.py'), ...pythonIn(KIT, '**/*.py')];
}

function pythonIn(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
}

/**
 * Every piece of the code that all contestants start from, not only its marks: next to a contestant's own line, another
 * piece of our code may become a mark.
 */
export function marksOfTexts(texts: Iterable<string>): ReadonlySet<number> {
  const marks = new Set<number>();
  for (const text of texts) for (const hash of kGramHashes(codeTokens(text).codes)) marks.add(hash);
  return marks;
}

let ours: ReadonlySet<number> | undefined;

/** Pieces of the example agents and the kit of this installation. */
export function exampleMarks(): ReadonlySet<number> {
  ours ??= marksOfTexts(readExampleCode());
  return ours;
}

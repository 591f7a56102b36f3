import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeTokens } from './code-tokens.ts';
import { kGramHashes } from './k-gram-hashes.ts';

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));
const KIT = fileURLToPath(new URL('../../../python/agent-kit/', import.meta.url));

/** The example agents and the kit, which contestants may build on as they like. */
function readExampleCode(): readonly string[] {
  return [...pythonIn(AGENTS, '*.py'), ...pythonIn(KIT, '**/*.py')];
}

function pythonIn(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
}

/**
 * Every piece of the code that all contestants start from. All of them and not only the marks: next to a line of their own
 * another piece of ours may become a contestant's mark.
 *
 */
export function marksOfTexts(texts: Iterable<string>): ReadonlySet<number> {
  const marks = new Set<number>();
  for (const text of texts) for (const hash of kGramHashes(codeTokens(text).codes)) marks.add(hash);
  return marks;
}

let ours: ReadonlySet<number> | undefined;

/** Of the example agents and the kit that come with this program. */
export function exampleMarks(): ReadonlySet<number> {
  ours ??= marksOfTexts(readExampleCode());
  return ours;
}

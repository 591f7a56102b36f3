import { type Finding, finding } from '../finding.ts';
import type { Subject } from '../subject.ts';

/** Functions that run text as code. Mentioning them is enough: `run = eval` calls it by another name. */
const NEVER = new Set(['eval', 'exec', '__import__', 'execfile']);

/** Attributes that start programs or load code, on any object. */
const STARTERS =
  /^(system|popen|fork|forkpty|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|import_module|memfd_create|startfile|(create_)?subprocess_(exec|shell))$/;

export function* blockedCalls({ facts }: Subject): Generator<Finding> {
  const bound = new Set(facts.bound);
  for (const { name, line, column } of facts.names) {
    // An agent may define its own function `compile`; Python's built-in makes code.
    const blocked = NEVER.has(name) || (name === 'compile' && !bound.has(name));
    if (blocked) yield finding('CALL_BLOCKED', { line, column }, `${name} is not allowed.`);
  }
  for (const { callee, line, column } of facts.calls) {
    const name = callee.split('.').at(-1)!;
    if (callee.includes('.') && STARTERS.test(name)) {
      yield finding('CALL_BLOCKED', { line, column }, `${callee}() is not allowed.`);
    }
  }
}

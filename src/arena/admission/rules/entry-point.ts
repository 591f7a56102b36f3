import { type Finding, finding } from '../finding.ts';
import type { Subject } from '../subject.ts';

export function* entryPoint({ facts: { main } }: Subject): Generator<Finding> {
  if (main === null) {
    yield finding('MAIN_MISSING', { line: 1, column: 1 }, 'The file defines no function agent_main.');
  } else if (main.kind === 'async' || main.kind === 'generator') {
    const made = main.kind === 'async' ? 'a coroutine' : 'a generator';
    yield finding('MAIN_SIGNATURE', main, `agent_main returns ${made}, not a list.`);
  } else if (main.required > 1 || (main.most ?? 1) < 1) {
    yield finding('MAIN_SIGNATURE', main, 'agent_main cannot be called with one argument.');
  }
}

import { type Finding, finding } from '../finding.ts';
import type { CallFact } from '../source-facts.ts';
import type { Subject } from '../subject.ts';

/** Path methods that change files; nothing else uses these names. */
const CHANGES = new Set([
  'write_text',
  'write_bytes',
  'symlink_to',
  'hardlink_to',
  'rmtree',
  'unlink',
  'rmdir',
  'touch',
  'mkdir',
]);
const HANDLERS = /(^|\.)((Timed)?Rotating)?FileHandler$|(^|\.)FileIO$/;

/** Files may be read. Every call that writes, or might write, is rejected. */
export function* fileWrites({ facts, bindings }: Subject): Generator<Finding> {
  const bound = new Set(facts.bound);
  for (const call of facts.calls) {
    const name = call.callee.split('.').at(-1)!;
    const place = { line: call.line, column: call.column };
    if (call.callee.includes('.') && CHANGES.has(name)) {
      yield finding('FILE_WRITE', place, `${call.callee}() changes files.`);
    } else if (HANDLERS.test(bindings.resolve(call.callee))) {
      yield finding('FILE_WRITE', place, `${call.callee} writes to a file.`);
    } else if (name === 'open' && !(call.callee === 'open' && bound.has('open'))) {
      // `path.open("w")` takes the mode first, `open(path, "w")` and `io.open(path, "w")` second.
      yield* openings(call, call.callee === 'open' || bindings.isImported(call.callee) ? 1 : 0);
    }
  }
  for (const { name, called, line, column } of facts.names) {
    if (name === 'open' && !called && !bound.has('open')) {
      const message = 'open is passed to other code, so the mode it is called with is not visible.';
      yield finding('FILE_MODE_UNKNOWN', { line, column }, message);
    }
  }
}

function* openings(call: CallFact, index: number): Generator<Finding> {
  const place = { line: call.line, column: call.column };
  const named = call.keywords.find(({ name }) => name === 'mode');
  if (named === undefined && call.count <= index) return;
  const mode = named === undefined ? call.arguments[index] : named.text;
  if (mode === null || mode === undefined) {
    yield finding('FILE_MODE_UNKNOWN', place, `The mode of ${call.callee}() is not a literal.`);
  } else if (/[wax+]/.test(mode) && /^[rwaxbtU+]{1,5}$/.test(mode)) {
    yield finding('FILE_WRITE', place, `${call.callee}() with mode ${mode} writes.`);
  }
}

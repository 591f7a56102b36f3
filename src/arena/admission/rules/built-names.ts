import { type Finding, finding, quote } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { isInternal } from './internals.ts';
import { isKnownModule } from './modules.ts';

/** Index of the argument that names the attribute. */
const BY_NAME: Readonly<Record<string, number>> = { getattr: 1, attrgetter: 0, methodcaller: 0, __getattribute__: 0 };
const NAMESPACES = new Set(['globals', 'locals']);
const TELLING = new Set(['eval', 'exec', 'compile', 'getattr', 'system', 'popen', 'import_module', 'open']);

/** Attributes, variables and modules whose name is not spelled out where they are used. */
export function* builtNames({ facts }: Subject): Generator<Finding> {
  const bound = new Set(facts.bound);
  for (const call of facts.calls) {
    const place = { line: call.line, column: call.column };
    const name = call.callee.split('.').at(-1)!;
    const index = Object.hasOwn(BY_NAME, name) ? BY_NAME[name]! : undefined;
    if (index !== undefined && call.count > index) {
      const given = call.arguments[index];
      if (given === null || given === undefined) {
        yield finding('NAME_BUILT', place, `${name}() gets a name that is not a literal.`);
      } else if (call.assembled[index]) {
        yield finding('NAME_BUILT', place, `${name}() gets the name ${quote(given)} in pieces.`);
      }
    }
    if (/^(__import__|import_module)$/.test(name) && (call.arguments[0] === null || call.assembled[0])) {
      const what =
        call.arguments[0] === null ? 'a module that is not a literal' : `${quote(call.arguments[0]!)} in pieces`;
      yield finding('NAME_BUILT', place, `${name}() gets ${what}.`);
    }
    if (call.callee === 'vars' && call.count === 0)
      yield finding('NAME_BUILT', place, 'vars() gives variables by name.');
  }
  for (const { name, called, line, column } of facts.names) {
    if (NAMESPACES.has(name) && !bound.has(name)) {
      yield finding('NAME_BUILT', { line, column }, `${name}() gives variables by name.`);
    } else if (name === 'getattr' && !called) {
      yield finding('NAME_BUILT', { line, column }, 'getattr is passed on instead of called.');
    }
  }
}

/** Texts in pieces that form a suspicious name when joined. */
export function* assembledNames({ facts }: Subject): Generator<Finding> {
  for (const { text, assembled, kind, line, column } of facts.texts) {
    if (!assembled || kind === 'number') continue;
    if (isKnownModule(text) || TELLING.has(text) || isInternal(text)) {
      yield finding('TEXT_ASSEMBLED', { line, column }, `The pieces form ${quote(text)}.`);
    }
  }
}

/** Names that Python reads differently from how they are written, and names with non-ASCII letters. */
export function* disguisedNames({ facts }: Subject): Generator<Finding> {
  for (const { name, written, line, column } of facts.disguised) {
    if (name !== written && name === written.normalize('NFKC')) {
      yield finding('DISGUISED_NAME', { line, column }, `${quote(written)} is read as ${quote(name)}.`);
    } else yield finding('FOREIGN_LETTERS', { line, column }, `The name ${quote(written)} is not in ASCII letters.`);
  }
}

import { type Finding, finding, quote } from '../finding.ts';
import type { Subject } from '../subject.ts';

/** Special names that ordinary code reads. All others lead into the interpreter. */
const ORDINARY = new Set(
  `__init__ __name__ __main__ __doc__ __len__ __iter__ __next__ __enter__ __exit__ __str__ __repr__ __eq__ __ne__
   __hash__ __lt__ __le__ __gt__ __ge__ __call__ __getitem__ __setitem__ __delitem__ __contains__ __post_init__
   __slots__ __future__ __all__ __version__ __file__ __bool__ __add__ __sub__ __mul__ __class__ __annotations__
   __members__ __new__ __setattr__ __qualname__ __cause__ __context__ __aenter__ __aexit__ __await__ __debug__`.split(
    /\s+/,
  ),
);

/** Frames, code and traces: they expose the variables of other code and allow functions to be rewritten. */
const MACHINERY =
  /^(f_(back|globals|locals|builtins|code)|(gi|cr|ag)_(frame|code)|tb_(frame|next)|co_(code|consts|names)|_getframe|_current_frames|settrace|setprofile|addaudithook|currentframe|getouterframes|getinnerframes|getmodule|CodeType|FunctionType|_module)$/;

export function isInternal(name: string): boolean {
  return (/^__\w+__$/.test(name) && !ORDINARY.has(name)) || MACHINERY.test(name);
}

/**
 * The interpreter's internal objects, reached by attribute, name, text in a call, or a format such as "{0.__class__}".
 */
export function* interpreterInternals({ facts }: Subject): Generator<Finding> {
  const told = (place: { line: number; column: number }, what: string) =>
    finding('INTERPRETER_INTERNALS', place, `${what} belongs to the interpreter.`);
  for (const { path, ...place } of facts.attributes) {
    const name = path.split('.').at(-1)!;
    if (isInternal(name)) yield told(place, name);
  }
  for (const { name, ...place } of facts.names) {
    if (name !== '__import__' && isInternal(name)) yield told(place, name);
  }
  for (const { key, ...place } of facts.lookups) if (key !== null && isInternal(key)) yield told(place, key);
  for (const { name, ...place } of facts.imports) if (name !== null && isInternal(name)) yield told(place, name);
  for (const { callee, arguments: given, ...place } of facts.calls) {
    if (!/(^|\.)([gs]etattr|delattr|hasattr|attrgetter|methodcaller|get|pop)$/.test(callee)) continue;
    const name = given.find((text) => text !== null && isInternal(text));
    if (name !== undefined) yield told(place, name!);
  }
  for (const { callee, arguments: given, ...place } of facts.calls) {
    // `string.Formatter().get_field("0.__class__", …)` follows a path of attributes.
    if (!/\.(get_field|vformat)$/.test(callee)) continue;
    const name = given.flatMap((text) => text?.split(/[.[\]{}]/) ?? []).find(isInternal);
    if (name !== undefined) yield told(place, name);
  }
  for (const { text, kind, ...place } of facts.texts) {
    if (kind === 'text' && /\{[^{}\s]{0,80}[.[]__\w{1,40}__/.test(text)) {
      yield told(place, `What the format ${quote(text)} reads`);
    }
  }
}

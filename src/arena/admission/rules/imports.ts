import { type Finding, finding } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { allowedParts, isAllowedModule, listedModules, refusedPart } from './library-parts.ts';
import { isAllowedPart, isKnownModule, isUnmistakable, kindOfModule } from './modules.ts';
import { nearestName } from './nearest-name.ts';
import { replacedModules, replacementFor } from './replacements.ts';

/** Modules that are not on the allow list, and parts of allowed modules that may not be imported. */
export function* blockedImports({ facts }: Subject): Generator<Finding> {
  for (const { module, name, line, column } of facts.imports) {
    const path = name === null ? module : `${module}.${name}`;
    if (isAllowedPart(path)) continue;
    const kind = kindOfModule(module);
    const statement = name === null ? `import ${module}` : `from ${module} import ${name}`;
    const advice = replacementFor(module) || nearestModule(module);
    const message = `${statement} is not allowed. ${advice}`.trimEnd();
    if (kind === 'blocked') yield finding('IMPORT_BLOCKED', { line, column }, message);
    else if (kind === 'decoder') yield finding('IMPORT_DECODER', { line, column }, message);
    else if (!isAllowedModule(module)) yield finding('MODULE_NOT_ALLOWED', { line, column }, message);
    else if (name !== null) {
      const reason = refusedPart(path);
      if (isUnmistakable(name) || isHandle(path) || reason === 'module' || reason === 'private') {
        yield finding('MODULE_BY_ATTRIBUTE', { line, column }, `${statement} reaches a module that is not allowed.`);
      } else if (reason === 'part') {
        const code = allowedParts(module) === undefined ? 'PART_NOT_ALLOWED' : 'MODULE_NOT_ALLOWED';
        yield finding(code, { line, column }, message);
      }
    }
  }
}

/** Suggests a name for a misspelt module. */
function nearestModule(module: string): string {
  const nearest = nearestName(module, [...listedModules(), ...replacedModules()]);
  if (nearest === undefined) return '';
  const text = 'There is no such module in the sandbox; the nearest name';
  if (isAllowedModule(nearest)) return `${text} is ${nearest}.`;
  return `${text}, ${nearest}, is not allowed either. ${replacementFor(nearest)}`;
}

/** Imports that are allowed but would fail. */
export function* unresolvedImports({ facts }: Subject): Generator<Finding> {
  for (const { module, name, nearest, line, column } of facts.unresolved) {
    const missing = name === null ? `There is no module ${module} in the sandbox.` : `${module} has no ${name}.`;
    const hint = nearest.length === 0 ? '' : ` The nearest name is ${nearest[0]}.`;
    yield finding('IMPORT_UNRESOLVED', { line, column }, `${missing}${hint}`);
  }
}

/** Attributes of `sys` and others that give access to every module. */
const HANDLES = new Set([
  'sys.modules',
  'sys.meta_path',
  'sys.path_hooks',
  'sys.path_importer_cache',
  'asyncio.create_subprocess_exec',
  'asyncio.create_subprocess_shell',
  'asyncio.open_connection',
  'asyncio.start_server',
]);

function isHandle(path: string): boolean {
  return HANDLES.has(path.split('.').slice(0, 2).join('.'));
}

const READS_BY_NAME = /(^|\.)(getattr|hasattr|setattr|delattr|attrgetter|methodcaller|vars|dir)$/;

/** Modules whose name is passed as a string: `getattr(json, "codecs")`, `vars(random)`. */
export function* modulesByName({ facts, bindings }: Subject): Generator<Finding> {
  for (const { callee, arguments: given, names, line, column } of facts.calls) {
    if (!READS_BY_NAME.test(callee)) continue;
    const modules = names.filter((name) => bindings.isModule(name));
    const texts = given.filter((text) => text !== null);
    const reaches = (text: string) =>
      modules.some((name) => refusedPart(`${bindings.resolve(name)}.${text}`) !== null) ||
      (/(^|\.)(attrgetter|methodcaller)$/.test(callee) && text.split('.').some((step) => isUnmistakable(step)));
    const text = texts.find(reaches);
    const message = text === undefined ? `${callee}() of a module shows` : `${callee}() with “${text}” reaches`;
    if (text !== undefined || (/^(vars|dir)$/.test(callee) && modules.length > 0)) {
      yield finding('MODULE_BY_ATTRIBUTE', { line, column }, `${message} modules that are not allowed.`);
    }
  }
}

/** Modules reached through others: `json.codecs`, `sys.modules["os"]`, `os.system` after `import os.path`. */
export function* modulesByAttribute({ facts, bindings }: Subject): Generator<Finding> {
  const whole = new Set(facts.imports.filter(({ name }) => name === null).map(({ module }) => module));
  for (const { path, line, column } of facts.attributes) {
    const resolved = bindings.resolve(path);
    const steps = resolved.split('.').slice(1);
    const reached = (name: string) => finding('MODULE_BY_ATTRIBUTE', { line, column }, `${path} reaches ${name}.`);
    if (bindings.isImported(path)) {
      const module = steps.find((step) => isKnownModule(step));
      const root = resolved.split('.')[0]!;
      // If the whole module is imported, that import is the finding.
      const partly = kindOfModule(root) === 'blocked' && !isAllowedPart(resolved) && !whole.has(root);
      const reason = refusedPart(resolved);
      if (isHandle(resolved)) yield reached('modules that are not allowed');
      else if (reason === 'module') yield reached('a module that is not allowed');
      else if (reason === 'private') yield reached('the private part of a module');
      else if (reason === 'part' && !isAllowedPart(resolved) && kindOfModule(root) === 'free') {
        yield finding('PART_NOT_ALLOWED', { line, column }, `${path} is not allowed.`);
      } else if (module !== undefined && !isAllowedPart(resolved)) yield reached(module);
      else if (steps.slice(1).some((step) => isUnmistakable(step))) yield reached('a module that is not allowed');
      else if (partly && steps.length > 0) yield reached('more of a module than the part that is allowed');
    } else if (steps.some((step) => isUnmistakable(step))) yield reached('a module that is not allowed');
  }
}

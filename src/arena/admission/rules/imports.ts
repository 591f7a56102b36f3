import { type Finding, finding } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { isAllowedPart, isKnownModule, isUnmistakable, kindOfModule } from './modules.ts';

/** Modules that may not be imported, with the parts of them that may. */
export function* blockedImports({ facts }: Subject): Generator<Finding> {
  for (const { module, name, line, column } of facts.imports) {
    const path = name === null ? module : `${module}.${name}`;
    if (isAllowedPart(path)) continue;
    const kind = kindOfModule(module);
    const statement = name === null ? `import ${module}` : `from ${module} import ${name}`;
    if (kind === 'blocked') yield finding('IMPORT_BLOCKED', { line, column }, `${statement} is not allowed.`);
    if (kind === 'decoder') yield finding('IMPORT_DECODER', { line, column }, `${statement} is not allowed.`);
    if (kind === 'free' && name !== null && (isUnmistakable(name) || isHandle(path))) {
      yield finding('MODULE_BY_ATTRIBUTE', { line, column }, `${statement} reaches a module that is not allowed.`);
    }
  }
}

/** What of `sys` and others leads to every module there is. */
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
      // Where the whole module is imported, that is the finding.
      const partly = kindOfModule(root) === 'blocked' && !isAllowedPart(resolved) && !whole.has(root);
      if (isHandle(resolved)) yield reached('modules that are not allowed');
      else if (module !== undefined && !isAllowedPart(resolved)) yield reached(module);
      else if (steps.slice(1).some((step) => isUnmistakable(step))) yield reached('a module that is not allowed');
      else if (partly && steps.length > 0) yield reached('more of a module than the part that is allowed');
    } else if (steps.some((step) => isUnmistakable(step))) yield reached('a module that is not allowed');
  }
}

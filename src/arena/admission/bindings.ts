import type { SourceFacts } from './source-facts.ts';

/** What names stand for that were imported, so that `from os import environ as e` hides nothing. */
export class Bindings {
  readonly #origins = new Map<string, string>();
  readonly #modules = new Set<string>();

  constructor(imports: SourceFacts['imports']) {
    for (const { module, name, alias } of imports) {
      if (name === null) {
        // `import a.b` binds `a`; with an alias it binds the module itself.
        const bound = alias ?? module.split('.')[0]!;
        this.#origins.set(bound, alias === null ? bound : module);
        this.#modules.add(bound);
      } else this.#origins.set(alias ?? name, `${module}.${name}`);
    }
  }

  /** `e.get` as `os.environ.get`; what was not imported stays as it is. */
  resolve(path: string): string {
    const dot = path.indexOf('.');
    const root = dot < 0 ? path : path.slice(0, dot);
    const origin = this.#origins.get(root);
    return origin === undefined ? path : origin + path.slice(root.length);
  }

  isImported(path: string): boolean {
    return this.#origins.has(path.split('.')[0]!);
  }

  /** Whether the path begins at a whole module, whose attributes are other modules too. */
  isModule(path: string): boolean {
    return this.#modules.has(path.split('.')[0]!);
  }
}

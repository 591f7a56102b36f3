import type { SourceFacts } from './source-facts.ts';

/** Maps imported names to their origin, so that `from os import environ as e` hides nothing. */
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

  /** Resolves `e.get` to `os.environ.get`; returns names that were not imported unchanged. */
  resolve(path: string): string {
    const dot = path.indexOf('.');
    const root = dot < 0 ? path : path.slice(0, dot);
    const origin = this.#origins.get(root);
    return origin === undefined ? path : origin + path.slice(root.length);
  }

  isImported(path: string): boolean {
    return this.#origins.has(path.split('.')[0]!);
  }

  /** Whether the path begins with a whole module, whose attributes can be other modules. */
  isModule(path: string): boolean {
    return this.#modules.has(path.split('.')[0]!);
  }
}

import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** What modules refer to relative to themselves, found while they are bundled. */
export interface ModuleUrls {
  /** Worker scripts, by the name of their chunk. */
  readonly workers: Map<string, string>;
  /** Files and folders of the repository, as relative paths. */
  readonly files: Set<string>;
}

const OWN_PLACE = /new URL\(\s*(['"`])(\.[^'"`]*)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * A bundled module is not where its source was, so everything it names by `new URL(…, import.meta.url)` has moved. All
 * chunks are in one folder of the bundle: worker scripts are beside them, and files of the repository keep their path
 * from its root.
 */
export function placeUrls(repository: string, found: ModuleUrls): Plugin {
  return {
    name: 'place-urls',
    transform(code, id) {
      const source = id.split('?')[0]!;
      if (!source.startsWith(repository) || source.includes('node_modules') || !code.includes('import.meta.url'))
        return null;
      return code.replaceAll(OWN_PLACE, (whole, _quote, place: string) => {
        if (place.includes('${')) return whole;
        const path = join(dirname(source), place);
        if (path.endsWith('.ts')) {
          // Uses the whole path, because two rooms may have scripts of the same name.
          const name = relative(repository, path).replace(/\.ts$/, '').replaceAll('/', '-');
          found.workers.set(name, path);
          return `new URL('./${name}.mjs', import.meta.url)`;
        }
        const own = relative(repository, path);
        found.files.add(place.endsWith('/') ? `${own}/` : own);
        return `new URL(${JSON.stringify(`../${own}${place.endsWith('/') ? '/' : ''}`)}, import.meta.url)`;
      });
    },
  };
}

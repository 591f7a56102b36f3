import { build, type Rolldown } from 'vite';
import { type ModuleUrls, placeUrls } from './place-urls.ts';

export interface BuiltChunks {
  readonly chunks: readonly { readonly name: string; readonly code: string }[];
  /** Files of the repository that the chunks read. */
  readonly files: readonly string[];
}

/**
 * Bundles the program and every worker script that it can start, with all packages. Worker scripts are found only while
 * bundling, and each may name others, so this repeats until no new one is found.
 */
export async function buildChunks(program: string, repository: string): Promise<BuiltChunks> {
  const found: ModuleUrls = { workers: new Map(), files: new Set() };
  for (;;) {
    const known = found.workers.size;
    const output = await bundle({ main: program, ...Object.fromEntries(found.workers) }, repository, found);
    if (found.workers.size > known) continue;
    const chunks = output.flatMap((part) => (part.type === 'chunk' ? [{ name: part.fileName, code: part.code }] : []));
    return { chunks, files: [...found.files] };
  }
}

async function bundle(input: Readonly<Record<string, string>>, repository: string, found: ModuleUrls) {
  const built = await build({
    configFile: false,
    root: repository,
    logLevel: 'error',
    plugins: [placeUrls(repository, found)],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      write: false,
      target: 'esnext',
      minify: true,
      rolldownOptions: {
        input: { ...input },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[hash].mjs' },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output;
}

import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import type { Python } from '../find-python.ts';
import { EMPTY, INSIDE } from '../process/sandbox-setup.ts';
import type { ImageContents, ImageSize } from './image-size.ts';

const BUILDER = fileURLToPath(new URL('../../../python/sandbox/build_image.py', import.meta.url));

/** Mount points. */
const MOUNT_POINTS = ['/proc', '/dev', INSIDE.scratch, INSIDE.agent, INSIDE.gateway];

const built = z.object({ modules: z.array(z.string()), missing: z.array(z.string()) });

export interface ImageTemplate extends ImageContents {
  readonly folder: string;
}

export interface TemplateParts {
  readonly size: ImageSize;
  /** Folder to create. */
  readonly folder: string;
  readonly python: Python;
  /** The runner and the agent kit. */
  readonly library: string;
  readonly etc: string;
}

/** Builds a root file system with everything that a sandbox contains, to be copied for each sandbox. */
export async function buildTemplate({ size, folder, python, library, etc }: TemplateParts): Promise<ImageTemplate> {
  for (const path of [...MOUNT_POINTS, EMPTY.folder]) mkdirSync(join(folder, path), { recursive: true });
  const run = await promisify(execFile)(python.executable, ['-I', '-S', '-B', BUILDER, folder, size]);
  const json = parseJson(run.stdout);
  const { modules, missing } = built.parse(json.ok ? json.value : undefined);
  cpSync(python.loader, join(folder, python.loader), { recursive: true, dereference: true });
  cpSync(etc, join(folder, 'etc'), { recursive: true });
  writeFileSync(join(folder, EMPTY.file), '');
  cpSync(library, join(folder, INSIDE.library), { recursive: true });
  const packages = size === 'whole' ? Object.entries(python.packages) : [];
  for (const [name, source] of packages) {
    cpSync(source, join(folder, INSIDE.library, 'site', name), { recursive: true, dereference: true });
  }
  makeReadable(folder);
  const all = new Set([...modules, ...packages.map(([name]) => name), ...ownModules(library)]);
  return { folder, modules: all, missing: new Set(missing) };
}

function ownModules(library: string): string[] {
  const files = readdirSync(library, { withFileTypes: true, recursive: true });
  return files
    .filter(({ name }) => name.endsWith('.py'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(library.length + 1, -'.py'.length))
    .map((path) => path.replace(/\/__init__$/, '').replaceAll('/', '.'));
}

/** Copies keep the modes of their sources, which may be unreadable for the sandbox's user. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    // Executable, because programs and libraries must run; readable for everyone.
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
}

import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../store/files.ts';
import { answerRequests } from '../../thread/answer-requests.ts';

export type ImageRequest =
  | { readonly kind: 'copy'; readonly template: string; readonly parent: string }
  | { readonly kind: 'remove'; readonly path: string };

interface Tree {
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly content: Buffer }[];
}

const trees = new Map<string, Tree>();

// Files are written from memory: one call each instead of the dozen that copying needs.
answerRequests((request: ImageRequest): string => {
  if (request.kind === 'remove') {
    rmSync(request.path, { recursive: true, force: true });
    return request.path;
  }
  const { template, parent } = request;
  const tree = trees.get(template) ?? readTree(template);
  trees.set(template, tree);
  const path = makeTemporaryFolder('image', parent);
  try {
    write(tree, path);
    return path;
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
});

function readTree(template: string): Tree {
  const entries = readdirSync(template, { withFileTypes: true, recursive: true });
  const pathOf = (entry: (typeof entries)[number]) => join(entry.parentPath, entry.name).slice(template.length);
  return {
    folders: entries
      .filter((entry) => entry.isDirectory())
      .map(pathOf)
      .sort(),
    files: entries
      .filter((entry) => entry.isFile())
      .map((entry) => ({ path: pathOf(entry), content: readFileSync(join(entry.parentPath, entry.name)) })),
  };
}

function write({ folders, files }: Tree, target: string): void {
  const root = join(target, 'root');
  mkdirSync(root, { mode: 0o755 });
  for (const folder of folders) mkdirSync(root + folder, { mode: 0o755 });
  for (const { path, content } of files) {
    const file = openSync(root + path, 'wx', 0o555);
    try {
      for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    } finally {
      closeSync(file);
    }
  }
}

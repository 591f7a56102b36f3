import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Files and folders in `folder` (and `folder` itself) that others than their owner may access, with their permissions.
 */
export function looserThanPrivate(folder: string): readonly string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...below.map(({ parentPath, name }) => join(parentPath, name))];
  return paths
    .map((path) => ({ path, status: lstatSync(path) }))
    .filter(({ status }) => !status.isSymbolicLink() && (status.mode & 0o077) !== 0)
    .map(({ path, status }) => `${relative(folder, path) || '.'} ${(status.mode & 0o777).toString(8)}`);
}

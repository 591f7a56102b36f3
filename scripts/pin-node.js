// Runs after `npm ci`, on whatever Node started it. Makes sure that `node` in every npm script is the one from
// node_modules: npm 10 installs that package but loses the link to it when it drops the other platforms' packages.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const packages = [`node-${platform}`, `node-bin-${platform}`];
const found = packages.find((name) => existsSync(join(modules, name, 'bin', 'node')));

if (found === undefined) {
  console.error(
    `assay: there is no Node 26 package for ${platform}.\n  → Use Linux or macOS on x64 or arm64, or put Node 26 on your PATH yourself.`,
  );
} else {
  const link = join(modules, '.bin', 'node');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join('..', found, 'bin', 'node'), link);
}

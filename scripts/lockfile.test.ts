import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
);

describe('the lock file', () => {
  it('the lock file holds the packages of every supported platform, not only of the machine that wrote it', () => {
    const missing = Object.values(lock.packages)
      .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
      .filter(
        (name) =>
          /(linux|darwin)-(x64|arm64)(-gnu)?$/.test(name) && lock.packages[`node_modules/${name}`] === undefined,
      );
    expect(missing).toEqual([]);
  });

  it('the lock file names no registry', () => {
    expect(Object.values(lock.packages).filter((entry) => entry.resolved !== undefined)).toEqual([]);
  });
});

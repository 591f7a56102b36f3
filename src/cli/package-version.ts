import { readFileSync } from 'node:fs';

/** Parsed without a schema, because every start of the program would have to load the schema library. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as PackageFile;
  return String(version);
}

interface PackageFile {
  readonly version: unknown;
}

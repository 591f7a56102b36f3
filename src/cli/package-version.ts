import { readFileSync } from 'node:fs';

/** Read without a schema: every start of the program pays for what this imports. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as PackageFile;
  return String(version);
}

interface PackageFile {
  readonly version: unknown;
}

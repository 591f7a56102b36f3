import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseJson } from '../store/parse-json.ts';

export function packageVersion(): string {
  const json = parseJson(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return z.object({ version: z.string() }).parse(json.ok ? json.value : undefined).version;
}

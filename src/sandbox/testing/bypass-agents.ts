import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../agents/bypass/', import.meta.url);

export interface BypassAgent {
  readonly name: string;
  readonly source: Uint8Array;
  /** The finding with which admission rejects it, or `accepted`. */
  readonly check: string;
  /** The event that the runner refuses; `lost` if the report shows tampering, `-` for none. */
  readonly run: string;
}

/** Agent files that try to bypass the rules; the header comments of each name what stops it. */
export function bypassAgents(): readonly BypassAgent[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.py'))
    .map((name) => {
      const source = readFileSync(new URL(name, FOLDER));
      const field = (key: string) => new RegExp(`^# ${key}: (\\S+)$`, 'm').exec(source.toString())![1]!;
      return { name, source, check: field('check'), run: field('run') };
    });
}

import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../agents/bypass/', import.meta.url);

export interface BypassAgent {
  readonly name: string;
  readonly source: Uint8Array;
  /** The finding by which admission refuses it, or `accepted`. */
  readonly check: string;
  /** The event that the runner refuses; `lost` where the report shows that it was tampered with, `-` for none. */
  readonly run: string;
}

/** Files that go around the rules for agents, each with what stops it, in its own words. */
export function bypassAgents(): readonly BypassAgent[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.py'))
    .map((name) => {
      const source = readFileSync(new URL(name, FOLDER));
      const field = (key: string) => new RegExp(`^# ${key}: (\\S+)$`, 'm').exec(source.toString())![1]!;
      return { name, source, check: field('check'), run: field('run') };
    });
}

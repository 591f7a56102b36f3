import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Box {
  readonly path: string;
  /** User id of the agent's processes. */
  readonly uid: number;
}

/**
 * Finds the folder that a sandbox created for the agent whose source contains this mark; there may be folders of other
 * agents.
 */
export function findBox(mark: string): Box | undefined {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith('box-'))) {
    const path = join(tmpdir(), name);
    try {
      if (readFileSync(join(path, 'agent', 'agent.py')).includes(mark)) return { path, uid: statSync(path).uid };
    } catch {
      // Another user's process, or it has ended.
    }
  }
  return undefined;
}

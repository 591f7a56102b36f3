import { existsSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Fault } from '../../../fault/fault.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { readTextFile, replaceFile } from '../../../store/files.ts';

const revealSchema = z.object({
  netuid: z.int(),
  hotkey: z.string(),
  uids: z.array(z.int()),
  values: z.array(z.int()),
  salt: z.array(z.int()),
  /** A decimal string, because it has 64 bits. */
  version_key: z.string().regex(/^\d+$/),
  hash: z.string(),
  /** The block the weights were made for. */
  block: z.int(),
});

/** Weights committed by hash that are still to be revealed. Without the salt they can never be revealed. */
export type PendingReveal = z.infer<typeof revealSchema>;

export interface PendingReveals {
  load(): Promise<readonly PendingReveal[]>;
  save(reveals: readonly PendingReveal[]): Promise<void>;
}

export function pendingRevealsInMemory(): PendingReveals {
  let pending: readonly PendingReveal[] = [];
  return {
    load: async () => pending,
    save: async (reveals) => {
      pending = reveals;
    },
  };
}

/** Survives a restart between commit and reveal, which can be hours apart. */
export function pendingRevealsInFile(path: string): PendingReveals {
  return {
    load: async () => {
      if (!existsSync(path)) return [];
      const json = parseJson(readTextFile(path));
      const reveals = z.array(revealSchema).safeParse(json.ok ? json.value : undefined);
      if (reveals.success) return reveals.data;
      throw new Fault('INPUT_INVALID', {
        message: `${path} is not a valid file of committed weights.`,
        remedy: 'Move the file away. Commits in it cannot be revealed any more; the next epoch makes new ones.',
      });
    },
    save: async (reveals) => {
      await replaceFile(path, async (aside) => writeFileSync(aside, `${JSON.stringify(reveals, null, 2)}\n`));
    },
  };
}

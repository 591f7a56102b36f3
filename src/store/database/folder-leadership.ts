import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { withFolderLock } from '../files/folder-lock.ts';
import type { Leadership, Reign } from './leadership.ts';

/** Leadership among the processes that share a folder: a lock file each, taken over from owners that died. */
export class FolderLeadership implements Leadership {
  readonly #folder: string;
  readonly #reigns = new Set<Reign>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async lead(name: string): Promise<Reign | undefined> {
    const answer = Promise.withResolvers<Reign | undefined>();
    const resigned = Promise.withResolvers<void>();
    const ended = new AbortController();
    const held = withFolderLock(
      join(this.#folder, name),
      async () => {
        answer.resolve(reign);
        await resigned.promise;
      },
      0,
    );
    const reign: Reign = {
      ended: ended.signal,
      resign: async () => {
        this.#reigns.delete(reign);
        ended.abort();
        resigned.resolve();
        await held;
      },
    };
    held.catch((error: unknown) => {
      if (Fault.isInstance(error) && error.code === 'BANK_BUSY') answer.resolve(undefined);
      else answer.reject(error);
    });
    const granted = await answer.promise;
    if (granted !== undefined) this.#reigns.add(granted);
    return granted;
  }

  async resignAll(): Promise<void> {
    for (const reign of [...this.#reigns]) await reign.resign();
  }
}

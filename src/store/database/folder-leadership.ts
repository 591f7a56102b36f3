import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { withFolderLock } from '../files/folder-lock.ts';
import type { HeldLeadership, Leadership } from './leadership.ts';

/** Leadership among the processes that share a folder: a lock file per name, taken over when its owner has died. */
export class FolderLeadership implements Leadership {
  readonly #folder: string;
  readonly #leaderships = new Set<HeldLeadership>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async lead(name: string): Promise<HeldLeadership | undefined> {
    const answer = Promise.withResolvers<HeldLeadership | undefined>();
    const resigned = Promise.withResolvers<void>();
    const ended = new AbortController();
    const held = withFolderLock(
      join(this.#folder, name),
      async () => {
        answer.resolve(leadership);
        await resigned.promise;
      },
      0,
    );
    const leadership: HeldLeadership = {
      ended: ended.signal,
      resign: async () => {
        this.#leaderships.delete(leadership);
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
    if (granted !== undefined) this.#leaderships.add(granted);
    return granted;
  }

  async resignAll(): Promise<void> {
    for (const leadership of [...this.#leaderships]) await leadership.resign();
  }
}

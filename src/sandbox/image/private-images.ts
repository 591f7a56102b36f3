import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sweepTemporaryFolders } from '../../store/files.ts';
import { WorkerThread } from '../../thread/worker-thread.ts';
import type { Python } from '../find-python.ts';
import { holdsImportsOf, type ImageSize, sizesFor } from './image-size.ts';
import { buildTemplate, type ImageTemplate } from './image-template.ts';
import type { ImageRequest } from './image-thread.ts';
import { memoryFolder } from './memory-folder.ts';

export interface PrivateImagesParts {
  readonly python: Python;
  /** Folder for templates. */
  readonly folder: string;
  readonly library: string;
  readonly etc: string;
}

/**
 * Root file systems for sandboxes, each used once. Two sandboxes that share files can communicate through them even if
 * they are read-only: by locks, by futexes on their pages, by the state of the page cache or the processor cache. So
 * every sandbox gets files and pages that no other sandbox has ever had.
 */
export class PrivateImages {
  readonly #parts: PrivateImagesParts;
  readonly #parent = memoryFolder();
  readonly #templates = new Map<ImageSize, Promise<ImageTemplate>>();
  /** Started for the first image; without isolation, none is needed. */
  #thread: WorkerThread<ImageRequest, string> | undefined;
  /** An image of the smallest size, copied while an agent runs, so that the next one need not wait. */
  #spare: Promise<string> | undefined;
  #closed = false;

  constructor(parts: PrivateImagesParts) {
    this.#parts = parts;
    sweepTemporaryFolders('image', this.#parent);
  }

  /** Returns a root file system for this agent with at least the modules that its file names. The caller removes it. */
  async take(agentSource: Uint8Array): Promise<string> {
    for (const size of sizesFor(agentSource)) {
      const template = await this.#template(size);
      if (size !== 'whole' && !holdsImportsOf(template, agentSource)) continue;
      if (size !== 'small') return this.#copy(template);
      const image = this.#spare ?? this.#copy(template);
      this.#spare = this.#closed ? undefined : this.#copy(template);
      this.#spare?.catch(() => {});
      return image;
    }
    throw new Error('every agent fits the largest image');
  }

  async remove(image: string): Promise<void> {
    await this.#ask({ kind: 'remove', path: dirname(image) });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const spare = await this.#spare?.catch(() => undefined);
    if (spare !== undefined) await this.remove(spare);
    await this.#thread?.stop();
  }

  #template(size: ImageSize): Promise<ImageTemplate> {
    const known = this.#templates.get(size);
    if (known !== undefined) return known;
    const template = buildTemplate({ ...this.#parts, size, folder: join(this.#parts.folder, size) });
    this.#templates.set(size, template);
    return template;
  }

  async #copy(template: ImageTemplate): Promise<string> {
    const folder = await this.#ask({ kind: 'copy', template: template.folder, parent: this.#parent });
    // The sandbox's user must be able to enter; the content is not secret.
    chmodSync(folder, 0o755);
    return join(folder, 'root');
  }

  #ask(request: ImageRequest): Promise<string> {
    const script = new URL('./image-thread.ts', import.meta.url);
    this.#thread ??= new WorkerThread(script, undefined, { isOptional: true });
    return this.#thread.ask(request);
  }
}

import { closeSync, constants, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { storageFault, syncToDisk } from '../../store/files.ts';
import { type ChainHead, chainCall, openChain } from './call-chain.ts';
import type { CallRecorder, RecordedCall, UnchainedCall } from './call-recorder.ts';

export const CALLS_FILE = 'calls.jsonl';

/** Never opens an existing file and never follows a link. */
const CREATE_NEW =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Stores each call as one line of canonical JSON in a file of the attempt's folder. */
export class FileCallRecorder implements CallRecorder {
  readonly #folder: string;
  readonly #path: string;
  #file: number | undefined;
  #length = 0;
  #head: ChainHead;

  private constructor(folder: string, path: string, file: number, head: ChainHead) {
    this.#folder = folder;
    this.#path = path;
    this.#file = file;
    this.#head = head;
  }

  /**
   * @param opening 64 hexadecimal digits that identify the attempt of the chain.
   */
  static open(folder: string, opening: string): FileCallRecorder {
    const path = join(folder, CALLS_FILE);
    try {
      return new FileCallRecorder(folder, path, openSync(path, CREATE_NEW, 0o600), openChain(opening));
    } catch (error) {
      throw storageFault(error, `creating ${path}`);
    }
  }

  /** Hash of the last call, or of the opening if there is none. A receipt with this hash pins the whole chain. */
  get head(): string {
    return this.#head.hash;
  }

  async record(unchained: UnchainedCall): Promise<RecordedCall> {
    const { call, text } = chainCall(unchained, this.#head);
    const line = Buffer.from(`${text}\n`);
    // Written before any `await`, so that calls that end at the same time are not interleaved.
    this.#append(line);
    this.#head = call;
    return { call, bytes: line.length };
  }

  /** Once this resolves, the calls survive a power cut. */
  async close(): Promise<void> {
    if (this.#file === undefined) return;
    const file = this.#file;
    this.#file = undefined;
    try {
      fsyncSync(file);
      syncToDisk(this.#folder);
    } catch (error) {
      throw storageFault(error, `writing ${this.#path}`);
    } finally {
      closeSync(file);
    }
  }

  #append(line: Uint8Array): void {
    const file = this.#file;
    if (file === undefined)
      throw new Fault('STORAGE_FAILED', { message: `${this.#path} was closed before this call.` });
    try {
      for (let done = 0; done < line.length; ) done += writeSync(file, line, done);
      this.#length += line.length;
    } catch (error) {
      // A full disk must not leave an incomplete line.
      ftruncateSync(file, this.#length);
      throw storageFault(error, `recording a call in ${this.#path}`);
    }
  }
}

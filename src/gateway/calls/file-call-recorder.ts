import { closeSync, constants, fsync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../../fault/fault.ts';
import { storageFault, syncToDisk } from '../../store/files.ts';
import { type AppendedCall, appendCall, type CallFile } from './append-call.ts';
import { askRecordingThread } from './ask-recording-thread.ts';
import { type ChainHead, openChain } from './call-chain.ts';
import type { CallBodies, CallRecorder, RecordedCall, UnchainedCall } from './call-recorder.ts';

export const CALLS_FILE = 'calls.jsonl';

/** Never opens an existing file and never follows a link. */
const CREATE_NEW =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Calls with larger bodies are serialised, hashed and written in the recording thread, because they would block the
 * other attempts of the process for too long. For smaller calls, the way to another thread costs more than it saves.
 */
const LARGE_BYTES = 128 * 1024;

const syncFile = promisify(fsync);

/** Stores each call as one line of canonical JSON in a file of the attempt's folder. */
export class FileCallRecorder implements CallRecorder {
  readonly #folder: string;
  readonly #path: string;
  #file: number | undefined;
  #length = 0;
  #head: ChainHead;
  #pending = 0;
  /** The last pending call. Rejects with it, so that no call is recorded after a missing one. */
  #last: Promise<unknown> = Promise.resolve();

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

  async record(call: UnchainedCall, bodies?: CallBodies): Promise<RecordedCall> {
    const descriptor = this.#file;
    if (descriptor === undefined) {
      throw new Fault('STORAGE_FAILED', { message: `${this.#path} was closed before this call.` });
    }
    const large = bodies !== undefined && bodies.request.length + bodies.response.length > LARGE_BYTES;
    // Written before any `await`, so that calls that end at the same time are not interleaved.
    if (!large && this.#pending === 0) return this.#added(call, appendCall(this.#at(descriptor), call));
    return await this.#inTurn(async () => {
      const file = this.#at(descriptor);
      return this.#added(call, large ? await appendInThread(file, call, bodies) : appendCall(file, call));
    });
  }

  /** Once this resolves, the calls survive a power cut. */
  async close(): Promise<void> {
    if (this.#file === undefined) return;
    const file = this.#file;
    this.#file = undefined;
    await this.#last.catch(() => {});
    try {
      await syncFile(file);
      syncToDisk(this.#folder);
    } catch (error) {
      throw storageFault(error, `writing ${this.#path}`);
    } finally {
      closeSync(file);
    }
  }

  /** Records after all pending calls, whose hashes it needs. */
  async #inTurn(record: () => Promise<RecordedCall>): Promise<RecordedCall> {
    this.#pending++;
    const recorded = this.#last.then(record);
    this.#last = recorded;
    try {
      return await recorded;
    } finally {
      if (--this.#pending === 0) this.#last = Promise.resolve();
    }
  }

  #at(descriptor: number): CallFile {
    return { path: this.#path, descriptor, length: this.#length, head: this.#head };
  }

  #added(unchained: UnchainedCall, { hash, bytes }: AppendedCall): RecordedCall {
    const call = { ...unchained, sequence: this.#head.sequence + 1, previous: this.#head.hash, hash };
    this.#length += bytes;
    this.#head = { sequence: call.sequence, hash };
    return { call, bytes };
  }
}

async function appendInThread(file: CallFile, unchained: UnchainedCall, bodies: CallBodies): Promise<AppendedCall> {
  const { request: _1, response: _2, ...call } = unchained;
  try {
    return await askRecordingThread({ file, call, bodies });
  } catch (error) {
    // A thread that died may have left part of a line.
    ftruncateSync(file.descriptor, file.length);
    throw error;
  }
}

import { ftruncateSync, writeSync } from 'node:fs';
import { storageFault } from '../../store/files.ts';
import { type ChainHead, chainCall } from './call-chain.ts';
import type { UnchainedCall } from './call-recorder.ts';

/** An open file of recorded calls. */
export interface CallFile {
  readonly path: string;
  readonly descriptor: number;
  /** Bytes of the complete lines in it. */
  readonly length: number;
  readonly head: ChainHead;
}

export interface AppendedCall {
  readonly hash: string;
  readonly bytes: number;
}

/** Chains a call and appends its line. If that fails, the file keeps its length. */
export function appendCall(file: CallFile, unchained: UnchainedCall): AppendedCall {
  const { call, text } = chainCall(unchained, file.head);
  const line = Buffer.from(`${text}\n`);
  try {
    for (let done = 0; done < line.length; ) done += writeSync(file.descriptor, line, done);
  } catch (error) {
    // A full disk must not leave an incomplete line.
    ftruncateSync(file.descriptor, file.length);
    throw storageFault(error, `recording a call in ${file.path}`);
  }
  return { hash: call.hash, bytes: line.length };
}

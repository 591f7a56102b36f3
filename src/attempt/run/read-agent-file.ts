import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Fault } from '../../fault/fault.ts';

/** As in the reference: one file of at most a megabyte. */
export const MAX_AGENT_BYTES = 1_000_000;

export interface AgentFile {
  readonly name: string;
  readonly source: Uint8Array;
}

/** Reads an agent from a file supplied by the caller; links are allowed. */
export function readAgentFile(path: string): AgentFile {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile()) {
    throw new Fault('AGENT_FILE_MISSING', {
      message: status === undefined ? `There is no file ${path}.` : `${path} is not a file.`,
      remedy: 'Give the path of a Python file that defines agent_main, for example agents/react_text.py.',
    });
  }
  if (status.size > MAX_AGENT_BYTES) {
    throw new Fault('AGENT_FILE_TOO_LARGE', {
      message: `${path} has ${status.size} bytes; an agent may have ${MAX_AGENT_BYTES}.`,
      remedy: 'Remove everything that is not code.',
    });
  }
  return { name: basename(path), source: readFileSync(path) };
}

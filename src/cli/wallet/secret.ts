import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { Fault } from '../../fault/fault.ts';
import { type ReadBody, readBody } from '../../net/read-body.ts';
import { systemErrorCode } from '../../store/files.ts';

/** Never the command line itself: other users can see it while the command runs, and the shell stores it. */
export interface SecretSource {
  readonly descriptor?: number;
  readonly environmentName?: string;
}

const MAX_SECRET_BYTES = 4096;

/** Reads a secret from a descriptor, from the environment, or from the terminal without echo. */
export async function readSecret(what: string, source: SecretSource, options: string): Promise<string> {
  const { descriptor, environmentName } = source;
  if (descriptor !== undefined && environmentName !== undefined) {
    throw new Fault('USAGE', { message: `Two sources were given for the ${what}.`, remedy: `Give one of ${options}.` });
  }
  if (descriptor !== undefined) return fromDescriptor(what, descriptor);
  if (environmentName === undefined) return ask(what, options);
  const value = process.env[environmentName];
  if (value !== undefined && value !== '') return value;
  throw new Fault('USAGE', { message: `The environment variable ${environmentName} with the ${what} is not set.` });
}

async function fromDescriptor(what: string, descriptor: number): Promise<string> {
  const stream = createReadStream('', { fd: descriptor, autoClose: false });
  let read: ReadBody;
  try {
    read = await readBody(stream, MAX_SECRET_BYTES);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    const message = `The ${what} cannot be read from descriptor ${descriptor} (${systemErrorCode(error)}).`;
    throw new Fault('USAGE', { message, remedy: `Open it, for example with ${descriptor}< file.`, cause: error });
  }
  if (!read.ok) {
    // Otherwise an endless writer would keep the process alive.
    stream.destroy();
    throw new Fault('USAGE', { message: `The ${what} is longer than a secret can be.` });
  }
  const text = Buffer.from(read.bytes)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (text === '') throw new Fault('USAGE', { message: `File descriptor ${descriptor} did not contain a ${what}.` });
  return text;
}

/** Whether there is a terminal on which a secret can be typed. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r+'));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return false;
  }
}

async function ask(what: string, options: string): Promise<string> {
  let descriptor: number;
  try {
    descriptor = openSync('/dev/tty', 'r+');
  } catch (error) {
    const message = `There is no terminal to ask for the ${what}.`;
    throw new Fault('USAGE', { message, remedy: `Give ${options}.`, cause: error });
  }
  const terminal = new ReadStream(descriptor);
  // Before the prompt: characters typed early must not be echoed either.
  terminal.setRawMode(true);
  writeSync(descriptor, `${what}: `);
  try {
    return await typedLine(terminal);
  } finally {
    writeSync(descriptor, '\r\n');
    terminal.setRawMode(false);
    terminal.destroy();
  }
}

const ENTER = /[\r\n]/;
const ERASE = /[\x7f\b]/;
const GIVE_UP = /[\x03\x04]/;

/** Raw mode disables echo, so Ctrl-C and the erase key must be handled here. */
async function typedLine(terminal: ReadStream): Promise<string> {
  const typed: string[] = [];
  terminal.setEncoding('utf8');
  for await (const keys of terminal) {
    for (const key of keys as string) {
      if (ENTER.test(key)) return typed.join('');
      if (GIVE_UP.test(key)) throw new Fault('USAGE', { message: 'Interrupted; nothing was done.' });
      if (ERASE.test(key)) typed.pop();
      else typed.push(key);
    }
  }
  throw new Fault('USAGE', { message: 'The terminal was closed; nothing was done.' });
}

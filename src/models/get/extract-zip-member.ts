import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { Fault } from '../../fault/fault.ts';

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
/** Limit on the list of members, enough for archives with a few files. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

interface Member {
  readonly method: number;
  readonly start: number;
  readonly packedBytes: number;
}

/**
 * Extracts one member of a zip archive into a file and returns whether the archive has it. A member longer than
 * `maxBytes` is rejected during extraction, so that a small archive cannot fill the disk.
 */
export async function extractZipMember(
  archive: string,
  name: string,
  target: string,
  maxBytes: number,
): Promise<boolean> {
  try {
    const member = await findMember(archive, name);
    if (member === undefined) return false;
    await unpack(archive, member, target, maxBytes);
    return true;
  } catch (error) {
    if (Fault.isInstance(error)) throw error;
    throw damaged(error instanceof Error ? error.message : String(error));
  }
}

async function findMember(archive: string, name: string): Promise<Member | undefined> {
  const file = await open(archive);
  try {
    const { size } = await file.stat();
    const tail = await bytesAt(file, Math.max(0, size - END_BYTES - LONGEST_COMMENT), size);
    const end = endRecord(tail);
    const entries = tail.readUInt16LE(end + 10);
    const listBytes = tail.readUInt32LE(end + 12);
    const listStart = tail.readUInt32LE(end + 16);
    if (listBytes > MAX_LIST_BYTES) throw damaged('its list of members is too long');
    const list = await bytesAt(file, listStart, listStart + listBytes);
    let at = 0;
    for (let entry = 0; entry < entries; entry++) {
      if (list.readUInt32LE(at) !== ENTRY) throw damaged('its list of members is broken');
      const nameBytes = list.readUInt16LE(at + 28);
      const found = list.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
      if (found === name) return await located(file, list, at, size);
      at += ENTRY_BYTES + nameBytes + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
    }
    return undefined;
  } finally {
    await file.close();
  }
}

function endRecord(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) if (tail.readUInt32LE(at) === END) return at;
  throw damaged('it has no list of members');
}

async function located(file: FileHandle, list: Buffer, at: number, size: number): Promise<Member> {
  const packedBytes = list.readUInt32LE(at + 20);
  const local = list.readUInt32LE(at + 42);
  const header = await bytesAt(file, local, local + LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL) throw damaged('a member does not begin where the list says');
  const start = local + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packedBytes > size) throw damaged('it ends in the middle of a member');
  return { method: list.readUInt16LE(at + 10), start, packedBytes };
}

async function unpack(archive: string, member: Member, target: string, maxBytes: number): Promise<void> {
  const { method, start, packedBytes } = member;
  if (method !== STORED && method !== DEFLATED) throw damaged(`a member is packed by method ${method}`);
  const packed = createReadStream(archive, { start, end: start + packedBytes - 1, highWaterMark: 1 << 20 });
  const written = createWriteStream(target);
  if (method === STORED) return await pipeline(packed, bounded(maxBytes), written);
  await pipeline(packed, createInflateRaw(), bounded(maxBytes), written);
}

function bounded(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(damaged(`a member is longer than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}

async function bytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, to - from));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  if (bytesRead < buffer.length) throw damaged('it ends too early');
  return buffer;
}

function damaged(why: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `Not a usable zip archive: ${why}.`,
    remedy: 'Download the archive again.',
  });
}

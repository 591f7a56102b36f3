import { inflateRawSync } from 'node:zlib';
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

/**
 * One member of a zip archive, or `undefined` when there is none of that name. A member longer than `maxBytes` is
 * refused before it is unpacked further, so that a small archive cannot fill the memory.
 */
export function readZipMember(archive: Uint8Array, name: string, maxBytes: number): Uint8Array | undefined {
  const zip = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    return memberIn(zip, name, maxBytes);
  } catch (error) {
    if (Fault.isInstance(error)) throw error;
    throw damaged(error instanceof Error ? error.message : String(error));
  }
}

function memberIn(zip: Buffer, name: string, maxBytes: number): Uint8Array | undefined {
  const end = endRecord(zip);
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry++) {
    if (zip.readUInt32LE(at) !== ENTRY) throw damaged('its list of members is broken');
    const nameBytes = zip.readUInt16LE(at + 28);
    const found = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    if (found === name) return unpack(zip, at, maxBytes);
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return undefined;
}

function endRecord(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - LONGEST_COMMENT);
  for (let at = zip.length - END_BYTES; at >= first; at--) if (zip.readUInt32LE(at) === END) return at;
  throw damaged('it has no list of members');
}

function unpack(zip: Buffer, entry: number, maxBytes: number): Uint8Array {
  const method = zip.readUInt16LE(entry + 10);
  const packedBytes = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(local) !== LOCAL) throw damaged('a member does not begin where the list says');
  const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (start + packedBytes > zip.length) throw damaged('it ends in the middle of a member');
  const packed = zip.subarray(start, start + packedBytes);
  if (method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: maxBytes });
  if (method === STORED && packed.length <= maxBytes) return packed;
  throw damaged(`a member is too long or packed by method ${method}`);
}

function damaged(why: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `Not a usable zip archive: ${why}.`,
    remedy: 'Download the archive again.',
  });
}

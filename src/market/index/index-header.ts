import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { BYTES_PER_ELEMENT, SECTION_NAMES, SECTIONS, type SectionName } from './section.ts';

const MAGIC = Buffer.from('ASSAYMKT', 'latin1');
const FORMAT_VERSION = 1;
const ALIGNMENT = 8;

/** Fixed part: magic, version, length of the JSON, length of the file, checksum of the JSON. */
const HEADER_FIXED_BYTES = 32;
export const HEADER_MAX_BYTES = 64 * 1024;

const whole = z.number().int().nonnegative();

const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('synthetic'), seed: z.number(), generator: whole }),
  z.object({ kind: z.literal('import'), file: z.string() }),
]);

const manifestSchema = z.object({
  products: whole,
  shops: whole,
  terms: whole,
  postings: whole,
  /** Sum of the lengths of all products in terms, for the average that BM25 divides by. */
  totalLength: whole,
  source: sourceSchema,
});

const sectionSchema = z.object({ offset: whole, bytes: whole, crc32: whole });

const headerSchema = z.object({
  manifest: manifestSchema,
  sections: z.record(z.enum(SECTION_NAMES as [SectionName, ...SectionName[]]), sectionSchema),
});

/** Origin of a market's products. Contains no time and no path, so that the same seed gives the same bytes. */
export type MarketSource = z.infer<typeof sourceSchema>;
export type MarketManifest = z.infer<typeof manifestSchema>;
export type IndexHeader = z.infer<typeof headerSchema>;

export function alignUp(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

export function encodeHeader(header: IndexHeader, fileBytes: number): Buffer {
  const json = Buffer.from(JSON.stringify(header), 'utf8');
  const fixed = Buffer.alloc(HEADER_FIXED_BYTES);
  MAGIC.copy(fixed);
  fixed.writeUInt32LE(FORMAT_VERSION, 8);
  fixed.writeUInt32LE(json.length, 12);
  fixed.writeDoubleLE(fileBytes, 16);
  fixed.writeUInt32LE(crc32(json), 24);
  return Buffer.concat([fixed, json]);
}

/** Decodes the start of a file. Rejects, with the reason, anything that is not a complete index of this version. */
export function decodeHeader(path: string, start: Buffer, fileBytes: number): IndexHeader {
  if (start.length < HEADER_FIXED_BYTES || !start.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw unreadable(path, 'it is not an Assay market');
  }
  const version = start.readUInt32LE(8);
  if (version !== FORMAT_VERSION)
    throw unreadable(path, `it has format ${version}, this Assay reads ${FORMAT_VERSION}`);
  const expectedBytes = start.readDoubleLE(16);
  if (expectedBytes !== fileBytes) {
    throw unreadable(
      path,
      `it is ${fileBytes} bytes long and should be ${expectedBytes}: it is cut off or was added to`,
    );
  }
  const json = start.subarray(HEADER_FIXED_BYTES, HEADER_FIXED_BYTES + start.readUInt32LE(12));
  if (crc32(json) !== start.readUInt32LE(24)) throw unreadable(path, 'its header is damaged');
  const parsed = parseJson(json.toString('utf8'));
  const header = headerSchema.safeParse(parsed.ok ? parsed.value : undefined);
  if (!header.success) throw unreadable(path, 'its header is damaged');
  for (const name of SECTION_NAMES) {
    const { offset, bytes } = header.data.sections[name];
    const element = BYTES_PER_ELEMENT[SECTIONS[name].element];
    if (offset % ALIGNMENT !== 0 || bytes % element !== 0 || offset + bytes > fileBytes) {
      throw unreadable(path, `its section ${name} does not fit into it`);
    }
  }
  return header.data;
}

export function unreadable(path: string, reason: string, cause?: unknown): Fault {
  return new Fault('INDEX_UNREADABLE', {
    cause,
    message: `${path} cannot be used: ${reason}.`,
    remedy: 'Build it again with `assay market build` or `assay market import`.',
  });
}

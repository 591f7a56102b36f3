import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Fault } from '../../fault/fault.ts';
import { alignUp, encodeHeader, HEADER_MAX_BYTES, type IndexHeader, type MarketManifest } from './index-header.ts';
import { SECTION_NAMES, type SectionName } from './section.ts';
import { SectionSpool } from './section-spool.ts';

/** Offsets into strings are 32-bit numbers. */
const MAX_STRING_BYTES = 0xffff_ffff;

/** A string table uses two sections. */
export interface StringSections {
  readonly bytes: SectionName;
  readonly offsets: SectionName;
}

/** All sections of a file that is being built, and the step that joins them into one file. */
export class SectionSpools {
  readonly #spools: Readonly<Record<SectionName, SectionSpool>>;

  constructor(pathPrefix: string) {
    const entries = SECTION_NAMES.map((name) => [name, new SectionSpool(`${pathPrefix}.${name}`)] as const);
    this.#spools = Object.fromEntries(entries) as Record<SectionName, SectionSpool>;
  }

  readonly get = (name: SectionName): SectionSpool => this.#spools[name];

  appendString(table: StringSections, text: string): void {
    const bytes = this.get(table.bytes);
    const encoded = Buffer.from(text, 'utf8');
    if (bytes.bytes + encoded.length > MAX_STRING_BYTES) {
      throw new Fault('LIMIT_EXCEEDED', {
        message: `The section ${table.bytes} of this market needs more than ${MAX_STRING_BYTES} bytes, the maximum.`,
        remedy: 'Split the catalogue.',
      });
    }
    this.get(table.offsets).appendUint32(bytes.bytes);
    bytes.appendBytes(encoded);
  }

  /** Writes the offset after the last string, which marks its end. */
  closeStrings(table: StringSections): void {
    this.get(table.offsets).appendUint32(this.get(table.bytes).bytes);
  }

  assemble(path: string, manifest: MarketManifest): void {
    const sections = {} as IndexHeader['sections'];
    let end = HEADER_MAX_BYTES;
    for (const name of SECTION_NAMES) {
      const { bytes } = this.get(name);
      sections[name] = { offset: end, bytes, crc32: 0 };
      end = alignUp(end + bytes);
    }
    const file = openSync(path, 'w');
    try {
      for (const name of SECTION_NAMES) {
        let position = sections[name].offset;
        let checksum = 0;
        for (const piece of this.get(name).read()) {
          checksum = crc32(piece, checksum);
          writeAll(file, piece, position);
          position += piece.length;
        }
        sections[name].crc32 = checksum;
      }
      ftruncateSync(file, end);
      writeAll(file, encodeHeader({ manifest, sections }, end), 0);
    } finally {
      closeSync(file);
    }
  }

  close(): void {
    for (const name of SECTION_NAMES) this.#spools[name].close();
  }
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}

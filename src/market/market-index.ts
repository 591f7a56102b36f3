import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { parseJson } from '../json/parse-json.ts';
import { storageFault } from '../store/files.ts';
import {
  decodeHeader,
  HEADER_MAX_BYTES,
  type IndexHeader,
  type MarketManifest,
  unreadable,
} from './index/index-header.ts';
import type { ProductDetails } from './index/prepared-products.ts';
import { PRODUCTS_PER_DETAIL_BLOCK, SECTION_NAMES, SECTIONS, type SectionName } from './index/section.ts';
import { StringTable } from './index/string-table.ts';
import type { Product, ProductCard } from './product.ts';
import { servicesOf } from './service.ts';

/** Everything a worker thread needs to use an index opened by another thread, without copying or parsing it again. */
export interface SharedIndex {
  readonly path: string;
  readonly file: number;
  readonly header: IndexHeader;
  readonly memory: SharedArrayBuffer;
}

/** Read in steps, because one read is limited to 2 GiB. */
const READ_BYTES = 256 * 1024 * 1024;
const VERIFY_BYTES = 4 * 1024 * 1024;

/**
 * An index file opened for reading: hot sections are typed arrays in shared memory, cold ones are read from disk on
 * demand. Opening copies bytes and parses only the header.
 */
export class MarketIndex {
  readonly path: string;
  readonly manifest: MarketManifest;
  readonly terms: StringTable;
  readonly productIds: StringTable;
  readonly shopIds: StringTable;
  readonly prices: Float64Array;
  readonly services: Uint8Array;
  readonly soldCounts: Uint32Array;
  readonly shops: Uint32Array;
  readonly #shopDocOffsets: Uint32Array;
  readonly #shopDocs: Uint32Array;
  readonly #titleOffsets: Uint32Array;
  readonly #detailOffsets: Float64Array;
  readonly #shared: SharedIndex;
  /** The most recently unpacked block: neighbouring products are often requested together. */
  #unpackedBlock = -1;
  #unpackedLines: string[] = [];

  private constructor(shared: SharedIndex) {
    this.#shared = shared;
    this.path = shared.path;
    this.manifest = shared.header.manifest;
    this.terms = new StringTable(this.bytes('termBytes'), this.words('termOffsets'));
    this.productIds = new StringTable(this.bytes('productIdBytes'), this.words('productIdOffsets'));
    this.shopIds = new StringTable(this.bytes('shopIdBytes'), this.words('shopIdOffsets'));
    this.prices = this.floats('prices');
    this.services = this.bytes('services');
    this.soldCounts = this.words('soldCounts');
    this.shops = this.words('shops');
    this.#shopDocOffsets = this.words('shopDocOffsets');
    this.#shopDocs = this.words('shopDocs');
    this.#titleOffsets = this.words('titleOffsets');
    this.#detailOffsets = this.floats('detailOffsets');
  }

  static open(path: string): MarketIndex {
    try {
      const file = openSync(path, 'r');
      try {
        return new MarketIndex(load(path, file));
      } catch (error) {
        closeSync(file);
        throw error;
      }
    } catch (error) {
      throw storageFault(error, `opening the market ${path}`);
    }
  }

  /** For another thread of this process. The index that opened the file must stay open meanwhile. */
  static attach(shared: SharedIndex): MarketIndex {
    return new MarketIndex(shared);
  }

  share(): SharedIndex {
    return this.#shared;
  }

  bytes(section: SectionName): Uint8Array {
    const { offset, bytes } = this.#shared.header.sections[section];
    return new Uint8Array(this.#shared.memory, offset, bytes);
  }

  words(section: SectionName): Uint32Array {
    const { offset, bytes } = this.#shared.header.sections[section];
    return new Uint32Array(this.#shared.memory, offset, bytes / 4);
  }

  floats(section: SectionName): Float64Array {
    const { offset, bytes } = this.#shared.header.sections[section];
    return new Float64Array(this.#shared.memory, offset, bytes / 8);
  }

  title(doc: number): string {
    const start = this.#titleOffsets[doc]!;
    return this.#readCold('titles', start, this.#titleOffsets[doc + 1]! - start).toString('utf8');
  }

  card(doc: number): ProductCard {
    return {
      product_id: this.productIds.at(doc),
      shop_id: this.shopIds.at(this.shops[doc]!),
      title: this.title(doc),
      price: this.prices[doc]!,
      service: servicesOf(this.services[doc]!),
      sold_count: this.soldCounts[doc]!,
    };
  }

  product(doc: number): Product {
    return { ...this.card(doc), ...this.#details(doc) };
  }

  /** The numbers of a shop's products, ascending; `shop` is its position in `shopIds`. */
  shopDocs(shop: number): Uint32Array {
    return this.#shopDocs.subarray(this.#shopDocOffsets[shop]!, this.#shopDocOffsets[shop + 1]!);
  }

  /** The details of every product, in order, each block read and unpacked once. */
  *allDetails(): Generator<ProductDetails> {
    const { products } = this.manifest;
    for (let block = 0; block * PRODUCTS_PER_DETAIL_BLOCK < products; block++) {
      for (const line of this.#detailLines(block)) yield this.#parseDetails(line);
    }
  }

  /** Every product, in order. */
  *allProducts(): Generator<Product> {
    let doc = 0;
    for (const details of this.allDetails()) yield { ...this.card(doc++), ...details };
  }

  /** Checks every byte against the checksums taken when the file was written; throws naming the first bad section. */
  verify(onProgress?: (done: number, total: number) => void): void {
    const total = SECTION_NAMES.reduce((sum, name) => sum + this.#shared.header.sections[name].bytes, 0);
    let read = 0;
    for (const name of SECTION_NAMES) {
      const place = this.#shared.header.sections[name];
      let checksum = 0;
      for (let done = 0; done < place.bytes; ) {
        const piece = this.#readCold(name, done, Math.min(VERIFY_BYTES, place.bytes - done));
        checksum = crc32(piece, checksum);
        done += piece.length;
        read += piece.length;
        onProgress?.(read, total);
      }
      if (checksum !== place.crc32) throw unreadable(this.path, `its section ${name} is damaged`);
    }
  }

  #details(doc: number): ProductDetails {
    const lines = this.#detailLines(Math.floor(doc / PRODUCTS_PER_DETAIL_BLOCK));
    return this.#parseDetails(lines[doc % PRODUCTS_PER_DETAIL_BLOCK]);
  }

  #detailLines(block: number): string[] {
    if (block === this.#unpackedBlock) return this.#unpackedLines;
    const start = this.#detailOffsets[block]!;
    const packed = this.#readCold('details', start, this.#detailOffsets[block + 1]! - start);
    try {
      this.#unpackedLines = zstdDecompressSync(packed).toString('utf8').split('\n');
      this.#unpackedBlock = block;
      return this.#unpackedLines;
    } catch (cause) {
      throw unreadable(this.path, 'its section details is damaged', cause);
    }
  }

  #parseDetails(line: string | undefined): ProductDetails {
    const parsed = parseJson(line ?? '');
    if (!parsed.ok) throw unreadable(this.path, 'its section details is damaged');
    return parsed.value as ProductDetails;
  }

  close(): void {
    closeSync(this.#shared.file);
  }

  #readCold(section: SectionName, start: number, length: number): Buffer {
    if (!(length >= 0 && start + length <= this.#shared.header.sections[section].bytes)) {
      throw unreadable(this.path, `what points into its section ${section} is damaged`);
    }
    const bytes = Buffer.allocUnsafe(length);
    readAll(this.#shared.file, bytes, this.#shared.header.sections[section].offset + start, this.path);
    return bytes;
  }
}

function load(path: string, file: number): SharedIndex {
  const fileBytes = fstatSync(file).size;
  const start = Buffer.alloc(Math.min(HEADER_MAX_BYTES, fileBytes));
  readAll(file, start, 0, path);
  const header = decodeHeader(path, start, fileBytes);
  const hotEnd = SECTION_NAMES.reduce((end, name) => {
    const { offset, bytes } = header.sections[name];
    return SECTIONS[name].hot ? Math.max(end, offset + bytes) : end;
  }, HEADER_MAX_BYTES);
  const memory = new SharedArrayBuffer(hotEnd);
  readAll(file, new Uint8Array(memory, HEADER_MAX_BYTES), HEADER_MAX_BYTES, path);
  return { path, file, header, memory };
}

function readAll(file: number, into: Uint8Array, position: number, path: string): void {
  for (let done = 0; done < into.length; ) {
    const count = readSync(file, into, done, Math.min(READ_BYTES, into.length - done), position + done);
    if (count === 0) throw unreadable(path, 'it ends too early');
    done += count;
  }
}

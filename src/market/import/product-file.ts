import { Fault } from '../../fault/fault.ts';
import { fileSize, type Line, type LineReaderOptions, readLines, readObjects } from '../../store/files.ts';
import type { Product } from '../product.ts';
import { type ParsedProduct, parseProduct } from './parse-product.ts';
import { parseWebShopItem } from './parse-webshop-item.ts';
import { type NumberedProduct, sortProducts } from './sort-products.ts';

interface Format {
  /** Name of one entry of the file, for messages. */
  readonly unit: string;
  readonly read: (file: string, options: LineReaderOptions) => AsyncIterable<Line>;
  readonly parse: (text: string) => ParsedProduct;
  readonly expected: string;
}

const FORMATS = {
  products: {
    unit: 'line',
    read: readLines,
    parse: parseProduct,
    expected: 'one JSON product per line, or one document per line with the product under "product"',
  },
  webshop: {
    unit: 'item',
    read: readObjects,
    parse: parseWebShopItem,
    expected: 'the items of WebShop: a JSON array of objects with "asin", "name" and "pricing"',
  },
} as const satisfies Readonly<Record<string, Format>>;

export type ProductFileFormat = keyof typeof FORMATS;

export const PRODUCT_FILE_FORMATS = Object.keys(FORMATS) as ProductFileFormat[];

export interface BadLine {
  /** Line number, counted from 1; the item number if the format has no lines. */
  readonly line: number;
  readonly reason: string;
}

export interface ProductFileOptions {
  /** Plain or gzipped. */
  readonly file: string;
  /** Default: JSON lines of products. */
  readonly format?: ProductFileFormat;
  /** Stop at the first bad line instead of skipping it. */
  readonly strict?: boolean;
  readonly onBadLine?: (bad: BadLine) => void;
  readonly onBytes?: (done: number, total: number) => void;
}

/** A product file being imported. The counts are final when `products` has ended. */
export class ProductFile {
  lines = 0;
  skipped = 0;
  readonly #options: ProductFileOptions;
  readonly #format: Format;
  readonly #fileBytes: number;

  /** Throws if the file does not exist. */
  constructor(options: ProductFileOptions) {
    this.#options = options;
    this.#format = FORMATS[options.format ?? 'products'];
    this.#fileBytes = fileSize(options.file);
  }

  /**
   * The products in the order of their ids, each id once: the first line with an id counts. Sorted runs are written to
   * files whose names begin with `pathPrefix`.
   */
  async *products(pathPrefix: string): AsyncGenerator<Product> {
    const { file } = this.#options;
    let previous: NumberedProduct | undefined;
    for await (const next of sortProducts(this.#goodLines(), pathPrefix)) {
      if (previous?.product.product_id === next.product.product_id) {
        this.#reject(
          next.line,
          `product_id: "${next.product.product_id}" is already on ${this.#format.unit} ${previous.line}`,
        );
        continue;
      }
      previous = next;
      yield next.product;
    }
    if (previous !== undefined) return;
    throw new Fault('INPUT_INVALID', {
      message: `${file} holds no usable product (${this.lines} ${this.#format.unit}s read). The market is unchanged.`,
      remedy: `Give a file with ${this.#format.expected}, or another --format.`,
    });
  }

  async *#goodLines(): AsyncGenerator<NumberedProduct> {
    const onBytes = (done: number): void => this.#options.onBytes?.(done, this.#fileBytes);
    for await (const line of this.#format.read(this.#options.file, { onBytes })) {
      this.lines++;
      const parsed = 'reason' in line ? ({ ok: false, reason: line.reason } as const) : this.#format.parse(line.text);
      if (parsed.ok) yield { line: line.number, product: parsed.product };
      else this.#reject(line.number, parsed.reason);
    }
  }

  #reject(line: number, reason: string): void {
    this.skipped++;
    this.#options.onBadLine?.({ line, reason });
    if (this.#options.strict !== true) return;
    throw new Fault('INPUT_INVALID', {
      message: `${this.#options.file}, ${this.#format.unit} ${line}: ${reason}`,
      remedy: `Fix the ${this.#format.unit}, or leave out --strict to skip it. The market is unchanged.`,
    });
  }
}

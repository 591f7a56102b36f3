import { Fault } from '../fault/fault.ts';
import { readLines } from '../store/files.ts';
import { parseProduct } from './import/parse-product.ts';
import type { Product } from './product.ts';

/** Reads a product file that fits in memory: JSON lines, plain or gzipped, in any form that `market import` accepts. */
export async function readProductFile(file: string): Promise<Product[]> {
  const products: Product[] = [];
  for await (const line of readLines(file)) {
    const parsed = 'reason' in line ? ({ ok: false, reason: line.reason } as const) : parseProduct(line.text);
    if (!parsed.ok) {
      throw new Fault('INPUT_INVALID', {
        message: `${file}, line ${line.number}: ${parsed.reason}`,
        remedy: 'Give a file with one product record per line, as such or under "product" or "reward".',
      });
    }
    products.push(parsed.product);
  }
  if (products.length > 0) return products;
  throw new Fault('INPUT_INVALID', {
    message: `${file} holds no product.`,
    remedy: 'Give a file with one product record per line, as such or under "product" or "reward".',
  });
}

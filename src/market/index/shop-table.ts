import type { SectionSpools } from './section-spools.ts';
import { compareStrings } from './string-table.ts';

const SHOP_IDS = { bytes: 'shopIdBytes', offsets: 'shopIdOffsets' } as const;

/** Maps shops to their products; filled product by product and written shop by shop. */
export class ShopTable {
  readonly #numbers = new Map<string, number>();
  #shopOf = new Uint32Array(1024);
  #products = 0;

  get size(): number {
    return this.#numbers.size;
  }

  add(shopId: string): void {
    const number = this.#numbers.get(shopId) ?? this.#numbers.size;
    this.#numbers.set(shopId, number);
    if (this.#products === this.#shopOf.length) {
      const larger = new Uint32Array(this.#products * 2);
      larger.set(this.#shopOf);
      this.#shopOf = larger;
    }
    this.#shopOf[this.#products++] = number;
  }

  write(spools: SectionSpools): void {
    const sorted = [...this.#numbers.keys()].sort(compareStrings);
    for (const shopId of sorted) spools.appendString(SHOP_IDS, shopId);
    spools.closeStrings(SHOP_IDS);
    const rankOf = new Uint32Array(sorted.length);
    for (const [rank, shopId] of sorted.entries()) rankOf[this.#numbers.get(shopId)!] = rank;

    const starts = new Uint32Array(sorted.length + 1);
    for (let doc = 0; doc < this.#products; doc++) {
      const rank = rankOf[this.#shopOf[doc]!]!;
      this.#shopOf[doc] = rank;
      spools.get('shops').appendUint32(rank);
      starts[rank + 1]!++;
    }
    for (let rank = 0; rank < sorted.length; rank++) starts[rank + 1]! += starts[rank]!;
    for (const start of starts) spools.get('shopDocOffsets').appendUint32(start);

    const docs = new Uint32Array(this.#products);
    for (let doc = 0; doc < this.#products; doc++) docs[starts[this.#shopOf[doc]!]!++] = doc;
    spools.get('shopDocs').appendBytes(new Uint8Array(docs.buffer));
  }
}

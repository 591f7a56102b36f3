import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { indexedText } from '../../src/market/index/indexed-text.ts';
import type { MarketIndex } from '../../src/market/market-index.ts';
import type { ProductQuery } from '../../src/market/search.ts';
import { serviceMask } from '../../src/market/service.ts';

/** A baseline without our own index: SQLite's FTS5 with the filters in SQL. */
export class FullTextSearch {
  readonly #database: DatabaseSync;
  readonly #statement: StatementSync;
  readonly buildSeconds: number;

  constructor(path: string, index: MarketIndex) {
    const started = performance.now();
    this.#database = new DatabaseSync(path);
    this.#database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000;
      CREATE TABLE product (id INTEGER PRIMARY KEY, product_id TEXT, shop_id TEXT, title TEXT, price REAL, service INTEGER, sold_count INTEGER);
      CREATE VIRTUAL TABLE text USING fts5(words, content='', tokenize='porter unicode61');
      BEGIN`);
    const insertProduct = this.#database.prepare('INSERT INTO product VALUES (?, ?, ?, ?, ?, ?, ?)');
    const insertText = this.#database.prepare('INSERT INTO text (rowid, words) VALUES (?, ?)');
    for (let doc = 0; doc < index.manifest.products; doc++) {
      const product = index.product(doc);
      const { product_id, shop_id, title, price, service, sold_count } = product;
      insertProduct.run(doc, product_id, shop_id, title, price, serviceMask(service), sold_count);
      insertText.run(doc, indexedText(product));
    }
    this.#database.exec('COMMIT; CREATE INDEX by_shop ON product (shop_id)');
    this.buildSeconds = (performance.now() - started) / 1000;
    this.#statement = this.#database.prepare(`
      SELECT product.* FROM text JOIN product ON product.id = text.rowid
      WHERE text MATCH :words AND price BETWEEN :low AND :high AND (service & :mask) = :mask
        AND (:shop IS NULL OR shop_id = :shop)
      ORDER BY text.rank LIMIT :limit`);
  }

  find(query: ProductQuery): unknown[] {
    const words = [...new Set(query.terms)].map((term) => `"${term.replaceAll('"', '')}"`).join(' OR ');
    return this.#statement.all({
      words,
      low: query.price?.low ?? 0,
      high: Math.min(query.price?.high ?? 1e15, 1e15),
      mask: serviceMask(query.services),
      shop: query.shopId ?? null,
      limit: query.sort === 'default' ? 10 : 50,
    });
  }

  close(): void {
    this.#database.close();
  }
}

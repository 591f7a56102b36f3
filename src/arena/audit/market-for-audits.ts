import { statSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { EmbeddedSearch, type Search } from '../../market/search.ts';

const IDLE_MILLISECONDS = 120_000;

/** The newest market that an audit needed. It is closed after some minutes, because its index may take gigabytes. */
export class MarketForAudits {
  #opened: { readonly version: string; readonly search: EmbeddedSearch } | undefined;
  #closing: NodeJS.Timeout | undefined;

  /** `undefined` if this program cannot read the market, for example because another version wrote it. */
  at(path: string): Search | undefined {
    const { ino, size, mtimeMs } = statSync(path);
    const version = `${path} ${ino} ${size} ${mtimeMs}`;
    if (this.#opened?.version !== version) {
      this.close();
      const search = openMarket(path);
      if (search === undefined) return undefined;
      this.#opened = { version, search };
    }
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.close(), IDLE_MILLISECONDS);
    this.#closing.unref();
    return this.#opened.search;
  }

  close(): void {
    this.#opened?.search.index.close();
    this.#opened = undefined;
  }
}

function openMarket(path: string): EmbeddedSearch | undefined {
  try {
    return EmbeddedSearch.open(path);
  } catch (error) {
    if (Fault.isInstance(error) && error.code === 'INDEX_UNREADABLE') return undefined;
    throw error;
  }
}

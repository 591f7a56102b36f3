import { mkdirSync, writeFileSync } from 'node:fs';
import { indexPath } from '../../../market/market-folder.ts';
import { sha256 } from '../../../store/sha256.ts';

/** The server passes a market on without opening it, so any bytes are enough. */
const BYTES = Buffer.alloc(10_000, 'market');

export const SAMPLE_MARKET_SHA256 = sha256(BYTES);

export function writeSampleMarket(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(indexPath(folder), BYTES);
}

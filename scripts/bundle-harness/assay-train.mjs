// Unpacks the market on first use and hands over to the program. Plain JavaScript: it has to say which Node it needs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as zlib from 'node:zlib';

const NEEDED_MAJOR = 26;
const here = dirname(fileURLToPath(import.meta.url));

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  console.error(`assay: this is Node ${process.versions.node}, and Assay needs ${NEEDED_MAJOR}.`);
  process.exitCode = 2;
} else {
  unpackMarket();
  process.env.ASSAY_TRAINER_HOME ??= join(here, 'python');
  // By its address: it is only there in a bundle.
  await import(new URL('./lib/main.mjs', import.meta.url).href);
}

function unpackMarket() {
  const { name, sha256 } = JSON.parse(readFileSync(join(here, 'market', 'market.json'), 'utf8'));
  const target = join(here, 'data', name, 'market.index');
  if (existsSync(target)) return;
  const index = zlib.zstdDecompressSync(readFileSync(join(here, 'market', 'market.index.zst')));
  if (createHash('sha256').update(index).digest('hex') !== sha256) throw new Error('the packed market is damaged');
  mkdirSync(dirname(target), { recursive: true });
  // Two that start at once each write their own, and the last name wins: the bytes are the same.
  const aside = `${target}.${process.pid}`;
  writeFileSync(aside, index);
  renameSync(aside, target);
}

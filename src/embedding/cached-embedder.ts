import { appendFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { makeFolder, PRIVATE_FILE, readLines, systemErrorCode } from '../store/files.ts';
import { sha256 } from '../store/sha256.ts';
import type { TextEmbedder } from './text-embedder.ts';

/**
 * Embeds each text once and stores its vector in a file per model: one line per text with its hash and the vector in
 * base64. Lines are only appended, so processes can share a file. A line that was cut off by a crash is ignored.
 */
export class CachedEmbedder implements TextEmbedder {
  readonly id: string;
  readonly #embedder: TextEmbedder;
  readonly #path: string;
  #vectors: Promise<Map<string, Float32Array>> | undefined;

  constructor(embedder: TextEmbedder, folder: string) {
    this.id = embedder.id;
    this.#embedder = embedder;
    this.#path = join(folder, `${embedder.id.replaceAll(/[^\w.@-]+/g, '_')}-${sha256(embedder.id).slice(0, 8)}.txt`);
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.#vectors ??= readVectors(this.#path);
    const vectors = await this.#vectors;
    const missing = [...new Set(texts)].filter((text) => !vectors.has(sha256(text)));
    const made = await this.#embedder.embed(missing);
    const added = missing.map((text, place) => [sha256(text), made[place]!] as const);
    for (const [key, vector] of added) vectors.set(key, vector);
    append(this.#path, added);
    return texts.map((text) => vectors.get(sha256(text))!);
  }
}

/** Begins with a line break, so that it does not continue an incomplete line. */
function append(path: string, added: readonly (readonly [key: string, vector: Float32Array])[]): void {
  if (added.length === 0) return;
  const lines = added.map(([key, vector]) => `${key} ${toBase64(vector)}\n`);
  try {
    makeFolder(dirname(path));
    appendFileSync(path, `\n${lines.join('')}`, { mode: PRIVATE_FILE });
  } catch (error) {
    // A cache that cannot be written, as in a read-only folder, only costs time.
    if (systemErrorCode(error) === undefined && !Fault.isInstance(error)) throw error;
  }
}

const LINE = /^([0-9a-f]{64}) ([A-Za-z0-9+/]+={0,2})$/;
/** Allows for rounding to 32 bits, not for missing bytes. */
const LENGTH_TOLERANCE = 1e-3;

async function readVectors(path: string): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  if (!existsSync(path)) return vectors;
  let dimensions = 0;
  for await (const line of readLines(path)) {
    const [, key, base64] = LINE.exec('text' in line ? line.text : '') ?? [];
    const vector = base64 === undefined ? undefined : fromBase64(base64);
    if (key === undefined || vector === undefined) continue;
    dimensions ||= vector.length;
    if (vector.length === dimensions) vectors.set(key, vector);
  }
  return vectors;
}

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function fromBase64(base64: string): Float32Array | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  const vector = new Float32Array(bytes.length / 4);
  for (const place of vector.keys()) vector[place] = bytes.readFloatLE(place * 4);
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  return Math.abs(squares - 1) < LENGTH_TOLERANCE ? vector : undefined;
}

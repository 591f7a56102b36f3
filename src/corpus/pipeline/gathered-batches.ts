import { join } from 'node:path';
import { parseJson } from '../../json/parse-json.ts';
import { readLines } from '../../store/files.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import type { Quarantined } from '../intake/quarantine.ts';
import { type BatchHead, type Digest, digestFile, rowsFile } from './batch.ts';
import { MAX_ROW_BYTES } from './bounded-lines.ts';
import { Settlement } from './settle.ts';

type FlawedRow = Extract<Digest, { readonly flaw: Quarantined }>;

/** The contents of finished batches, read one after the other while the threads work on the next ones. */
export class GatheredBatches {
  readonly settlement: Settlement;
  readonly tools: Record<string, string> = {};
  readonly agency: Record<string, number> = { agentic: 0, mixed: 0, scripted: 0, claimed: 0 };
  readonly #folder: string;
  readonly #names: string[] = [];
  readonly #unlasting = new Set<string>();

  /** @param folder Folder to which the threads write batches. */
  constructor(folder: string, config: FilterConfig) {
    this.#folder = folder;
    this.settlement = new Settlement(config);
  }

  /** Adds a batch and returns its first flaw. For a batch of an earlier run, flaws are only in its file. */
  async take(name: string): Promise<FlawedRow | null> {
    let first: FlawedRow | null = null;
    this.#names.push(name);
    const path = join(this.#folder, digestFile(name));
    for await (const line of readLines(path, { maxLineBytes: 2 * MAX_ROW_BYTES })) {
      const json = 'text' in line ? parseJson(line.text) : undefined;
      // Cannot happen: we wrote the file atomically.
      if (json?.ok !== true) throw new Error(`${path}, line ${line.number} cannot be read`);
      const added = json.value as BatchHead | Digest;
      this.#add(added);
      if ('flaw' in added) {
        first ??= added;
        if (added.flaw.reason === 'EVIDENCE_MISSING') this.#unlasting.add(name);
      }
    }
    return first;
  }

  #add(line: BatchHead | Digest): void {
    if ('tools' in line) Object.assign(this.tools, line.tools);
    else {
      this.settlement.add(line);
      if (!('flaw' in line)) this.agency[line.agency] = (this.agency[line.agency] ?? 0) + 1;
    }
  }

  /** Names of the batches that a later run can reuse, without those with missing evidence: it may be found then. */
  get lasting(): ReadonlySet<string> {
    return new Set(this.#names.filter((name) => !this.#unlasting.has(name)));
  }

  /** The rows of all candidates, in the order in which they were added. */
  async *rows(): AsyncGenerator<string> {
    for (const name of this.#names) {
      const path = join(this.#folder, rowsFile(name));
      for await (const line of readLines(path, { maxLineBytes: 8 * MAX_ROW_BYTES })) {
        if (!('text' in line)) throw new Error(`${path}, line ${line.number} cannot be read`);
        yield line.text;
      }
    }
  }
}

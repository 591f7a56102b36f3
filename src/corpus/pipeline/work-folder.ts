import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../json/canonical-json.ts';
import { makeFolder, PRIVATE_FILE, storageFault } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import { digestFile, rowsFile } from './batch.ts';
import type { RowSource } from './input-rows.ts';
import { BATCH_CHARACTERS } from './spread-batches.ts';

/** Raised when batches of an older program mean something else. */
export const WORK_VERSION = 5;

export interface WorkFolder {
  readonly path: string;
  /** Whether it holds batches of an earlier run over the same input. */
  readonly resumed: boolean;
}

/** What must be the same for finished batches to be used again. */
export interface WorkPlan {
  readonly config: FilterConfig;
  readonly sources: readonly Pick<RowSource, 'name' | 'mark'>[];
  readonly queries: ReadonlyMap<string, string>;
  readonly withheld: ReadonlyMap<string, string>;
  /** Who counts tokens. */
  readonly counter: string;
  /** The form that rows are in, where it was named. */
  readonly format: string | null;
}

/**
 * Where digests of an arena's evidence stay between runs. A batch is named by everything that its digests depend on, so
 * that what is found there needs no plan to be valid.
 */
export function openDigestFolder(out: string, afresh: boolean): WorkFolder {
  const path = join(out, '.digests');
  if (afresh) rmSync(path, { recursive: true, force: true });
  makeFolder(path);
  return { path, resumed: true };
}

/** Removes what no later run can use: batches whose rows, problems or rules have changed. */
export function tidyDigestFolder({ path }: WorkFolder, used: ReadonlySet<string>): void {
  const files = new Set([...used].flatMap((batch) => [digestFile(batch), rowsFile(batch)]));
  for (const name of readdirSync(path)) if (!files.has(name)) rmSync(join(path, name), { force: true });
}

/** Where batches wait for the end of a run. Those of another input or other thresholds are thrown away. */
export function openWorkFolder(out: string, options: WorkPlan): WorkFolder {
  const { config, sources, queries, withheld, counter, format } = options;
  const path = join(out, '.work');
  const planPath = join(path, 'plan');
  const marks = sources.map(({ name, mark }) => [name, mark]);
  const plan = sha256(
    canonicalJson([
      WORK_VERSION,
      BATCH_CHARACTERS,
      config,
      marks,
      [...queries],
      [...withheld].toSorted(),
      counter,
      format,
    ]),
  );
  try {
    if (existsSync(planPath) && readFileSync(planPath, 'utf8') === plan) return { path, resumed: true };
    rmSync(path, { recursive: true, force: true });
    makeFolder(path);
    writeFileSync(planPath, plan, { mode: PRIVATE_FILE });
    return { path, resumed: false };
  } catch (error) {
    throw storageFault(error, `preparing ${path}`);
  }
}

export function closeWorkFolder({ path }: WorkFolder): void {
  rmSync(path, { recursive: true, force: true });
}

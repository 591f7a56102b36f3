import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../json/canonical-json.ts';
import { makeFolder, PRIVATE_FILE, storageFault } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import { digestFile, rowsFile } from './batch.ts';
import type { RowSource } from './input-rows.ts';
import { BATCH_CHARACTERS } from './spread-batches.ts';

/** Incremented when batches of an older program have another meaning. */
export const WORK_VERSION = 8;

export interface WorkFolder {
  readonly path: string;
  /** Whether it has batches of an earlier run over the same input. */
  readonly resumed: boolean;
}

/** What must be unchanged for finished batches to be reused. */
export interface WorkPlan {
  readonly config: FilterConfig;
  readonly sources: readonly Pick<RowSource, 'name' | 'mark'>[];
  readonly queries: ReadonlyMap<string, string>;
  readonly withheld: ReadonlyMap<string, string>;
  /** Name of the token counter. */
  readonly counter: string;
  /** Format of the rows, if it was given. */
  readonly format: string | null;
}

/**
 * Opens the folder in which digests of an arena's evidence are kept between runs. A batch is named by everything its
 * digests depend on, so batches found there are valid without a plan.
 */
export function openDigestFolder(out: string, afresh: boolean): WorkFolder {
  const path = join(out, '.digests');
  if (afresh) rmSync(path, { recursive: true, force: true });
  makeFolder(path);
  return { path, resumed: true };
}

/** Removes batches that no later run can use because their rows, problems or rules have changed. */
export function tidyDigestFolder({ path }: WorkFolder, used: ReadonlySet<string>): void {
  const files = new Set([...used].flatMap((batch) => [digestFile(batch), rowsFile(batch)]));
  for (const name of readdirSync(path)) if (!files.has(name)) rmSync(join(path, name), { force: true });
}

/** Opens the folder for batches of an unfinished run. Batches of another input or other thresholds are deleted. */
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

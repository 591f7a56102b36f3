import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../json/canonical-json.ts';
import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import { makeFolder } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { type HashedFile, type WriteLine, writeHashed } from './hashed-file.ts';
import { readRows } from './read-rows.ts';
import { claimedRowSchema, type ReleaseRow, releaseRowSchema, rewrittenRowSchema } from './release-row.ts';
import { RowTally } from './row-tally.ts';

/** Recorded, claimed and rewritten rows are in separate files, so that no loader mixes them by default. */
export const ROW_KINDS = ['trajectories', 'claimed', 'rewritten'] as const;

export type RowKind = (typeof ROW_KINDS)[number];

export function rowFile(split: SplitName, kind: RowKind): string {
  return `${split}/${kind}.jsonl`;
}

export type RowFiles = ReadonlyMap<string, HashedFile>;

/** Opens the files of these kinds for every split, calls `write`, and returns their hashes by file name. */
export async function writeRowFiles(
  out: string,
  kinds: readonly RowKind[],
  write: (line: (split: SplitName, kind: RowKind, text: string) => Promise<void>) => Promise<void>,
): Promise<RowFiles> {
  const files = new Map<string, HashedFile>();
  const writers = new Map<string, WriteLine>();
  const open = async ([file, ...rest]: readonly string[]): Promise<void> => {
    if (file === undefined) {
      return await write(async (split, kind, text) => await writers.get(rowFile(split, kind))!(text));
    }
    makeFolder(dirname(join(out, file)));
    files.set(
      file,
      await writeHashed(join(out, file), file, async (line) => {
        writers.set(file, line);
        await open(rest);
      }),
    );
  };
  const all = (of: readonly RowKind[]) => of.flatMap((kind) => SPLIT_NAMES.map((split) => rowFile(split, kind)));
  // Files that an earlier build left for a kind not in this one would belong to no release.
  for (const file of all(ROW_KINDS)) rmSync(join(out, file), { force: true });
  await open(all(kinds));
  return files;
}

export interface ReadBack {
  readonly tally: RowTally;
  readonly claimed: RowTally;
  readonly rewritten: RowTally;
  readonly index: HashedFile;
  readonly ids: ReadonlySet<string>;
}

/** Reads back the written files, so that the card and the audit describe what is really there. */
export async function readRowFiles(out: string, kinds: readonly RowKind[]): Promise<ReadBack> {
  const tallies = { trajectories: new RowTally(), claimed: new RowTally(), rewritten: new RowTally() };
  const schemas = { trajectories: releaseRowSchema, claimed: claimedRowSchema, rewritten: rewrittenRowSchema };
  const ids = new Set<string>();
  const file = 'rows.jsonl';
  const index = await writeHashed(join(out, file), file, async (line) => {
    for (const kind of kinds) {
      for (const split of SPLIT_NAMES) {
        for await (const row of readRows<ReleaseRow>(join(out, rowFile(split, kind)), schemas[kind])) {
          if (row.split !== split) throw new Error(`row ${row.id} is of ${row.split} and was written to ${split}`);
          tallies[kind].add(row);
          ids.add(row.id);
          const { id, problem_id, leak_cluster } = row;
          const mark = kind !== 'trajectories' && { [kind]: true };
          await line(
            canonicalJson({ id, split, problem_id, leak_cluster, sha256: sha256(canonicalJson(row)), ...mark }),
          );
        }
      }
    }
  });
  const { trajectories: tally, claimed, rewritten } = tallies;
  return { tally, claimed, rewritten, index, ids };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import { readTextFile } from '../../store/files.ts';
import { EARLIER_FILE, type EarlierProblem, earlierProblemSchema } from './earlier-problems.ts';
import { parseDocument, readTools } from './filtered-corpus.ts';
import { hashFile } from './hashed-file.ts';
import { readRows } from './read-rows.ts';
import { rowFile } from './release-lines.ts';
import { MANIFEST_FILE, type ReleaseManifest, releaseManifestSchema } from './release-manifest.ts';
import {
  type ClaimedReleaseRow,
  claimedRowSchema,
  type ReleaseRow,
  type RewrittenReleaseRow,
  releaseRowSchema,
  rewrittenRowSchema,
} from './release-row.ts';
import { toolList } from './tool-list.ts';

export interface OpenedRelease {
  readonly manifest: ReleaseManifest;
  readonly manifestText: string;
  /** Rows that the models said themselves. */
  rows(split: SplitName): AsyncGenerator<ReleaseRow>;
  /** Rows from logs that no gateway recorded; none if the release was built without them. */
  claimed(split: SplitName): AsyncGenerator<ClaimedReleaseRow>;
  /** Rows whose reasoning was written afterwards; none if the release was built without them. */
  rewritten(split: SplitName): AsyncGenerator<RewrittenReleaseRow>;
  /** Problems of earlier releases that have no row in this one. */
  earlier(): AsyncGenerator<EarlierProblem>;
  /** Returns the schemas of a split by the reference used in rows. */
  tools(split: SplitName): (reference: string) => { readonly text: string; readonly list: readonly unknown[] };
}

/** Opens a release and checks that every file matches its manifest. */
export async function openRelease(folder: string): Promise<OpenedRelease> {
  const path = join(folder, MANIFEST_FILE);
  if (!existsSync(path)) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no release in ${folder}.`,
      remedy: 'Name the --out folder of `assay corpus build`.',
    });
  }
  const manifestText = readTextFile(path);
  const manifest = parseDocument(manifestText, releaseManifestSchema, path);
  const files = SPLIT_NAMES.flatMap((split) => {
    const { trajectories, tools, claimed, rewritten } = manifest.splits[split];
    const others = [claimed, rewritten].flatMap((kind) => (kind === undefined ? [] : [kind.trajectories]));
    return [trajectories, tools, ...others];
  });
  if (manifest.earlier !== undefined) files.push(manifest.earlier);
  for (const { file, sha256 } of [...files, manifest.rows_index, manifest.audit, manifest.card, manifest.card_text]) {
    if ((await hashFile(join(folder, file))) === sha256) continue;
    throw new Fault('INPUT_INVALID', {
      message: `${join(folder, file)} is not the file its manifest describes.`,
      remedy: 'Restore it from a backup, or build the release again.',
    });
  }
  return {
    manifest,
    manifestText,
    rows: (split) => readRows(join(folder, rowFile(split, 'trajectories')), releaseRowSchema),
    claimed: (split) =>
      manifest.splits[split].claimed === undefined
        ? noRows()
        : readRows(join(folder, rowFile(split, 'claimed')), claimedRowSchema),
    rewritten: (split) =>
      manifest.splits[split].rewritten === undefined
        ? noRows()
        : readRows(join(folder, rowFile(split, 'rewritten')), rewrittenRowSchema),
    earlier: () =>
      manifest.earlier === undefined ? noRows() : readRows(join(folder, EARLIER_FILE), earlierProblemSchema),
    tools: (split) => schemasBy(readTools(join(folder, split, 'tools.json'))),
  };
}

async function* noRows(): AsyncGenerator<never> {}

function schemasBy(texts: ReadonlyMap<string, string>) {
  const lists = new Map<string, { readonly text: string; readonly list: readonly unknown[] }>();
  return (reference: string) => {
    const known = lists.get(reference);
    if (known !== undefined) return known;
    const text = texts.get(reference);
    if (text === undefined) throw new Error(`a release holds the schemas ${reference} that its rows refer to`);
    const schemas = { text, list: toolList(text) };
    lists.set(reference, schemas);
    return schemas;
  };
}

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SplitName } from '../../problems/clusters.ts';
import { readTextFile } from '../../store/files.ts';
import { filterFunnel } from '../filter/filter-funnel.ts';
import type { ReleaseSummary } from '../release-summary-schema.ts';
import { parseDocument } from './filtered-corpus.ts';
import { type OpenedRelease, openRelease } from './open-release.ts';
import { MANIFEST_FILE } from './release-manifest.ts';
import type { ReleaseRow } from './release-row.ts';

/** Publishing the third split would leave no held-out problems. */
const PUBLISHED_SPLITS = ['train', 'dev'] as const satisfies readonly SplitName[];

const SAMPLES = 12;

const counts = z.record(z.string(), z.record(z.string(), z.number()));
const cardSchema = z.looseObject({ answers: z.array(z.looseObject({ question: z.string(), counts })) });

export async function summariseRelease(folder: string): Promise<ReleaseSummary> {
  const release = await openRelease(folder);
  const { manifest } = release;
  const path = join(folder, manifest.card.file);
  const { answers } = parseDocument(readTextFile(path), cardSchema, path);
  const all = Object.assign({}, ...answers.map((answer) => answer.counts)) as z.infer<typeof counts>;
  const lost = [
    ...entriesOf(all['left out by']).map(([reason, rows]) => {
      return { reason, rows, applied: all['held in all']?.[reason] ?? rows, kind: 'rejected' as const };
    }),
    ...entriesOf(all['put aside']).map(([reason, rows]) => ({ reason, rows, kind: 'quarantined' as const })),
    ...claimedByLogs(release),
  ];
  const apart = entriesOf(manifest.apart).map(([reason, rows]) => ({ reason, rows, kind: 'left out' as const }));
  const kept = manifest.rows + sumOf(apart);
  const groups = Object.entries(all).filter(([by]) => !NOT_OF_ROWS.has(by));
  return {
    name: manifest.name,
    built_at: statSync(join(folder, MANIFEST_FILE)).mtime.toISOString(),
    built_clock: 'real',
    config_fingerprint: manifest.source.config_fingerprint,
    funnel: [
      ...filterFunnel(kept + sumOf(lost), lost).map((stage) => ({ ...stage, lost: [...stage.lost] })),
      { stage: 'in the release', rows: manifest.rows, lost: apart },
    ],
    composition: [
      { by: 'split', parts: Object.entries(manifest.splits).map(([name, { rows }]) => ({ name, rows })) },
      ...groups.map(([by, parts]) => ({ by, parts: entriesOf(parts).map(([name, rows]) => ({ name, rows })) })),
    ],
    samples: await samplesOf(release),
    files: filesOf(release),
    card: readTextFile(join(folder, manifest.card_text.file)),
  };
}

/** Rows from logs also pass the filter, but are counted separately from recorded ones. */
function claimedByLogs({ manifest: { claimed } }: OpenedRelease) {
  if (claimed === undefined) return [];
  const rows = claimed.rows + Object.values(claimed.apart).reduce((sum, count) => sum + count, 0);
  return rows === 0 ? [] : [{ reason: 'CLAIMED', rows, kind: 'separate' as const }];
}

/** Counts of rows that are not in the release. */
const NOT_OF_ROWS = new Set([
  'left out by',
  'held in all',
  'put aside',
  'rows left out for it',
  'kept back',
  'rows since',
  'claimed, in files of their own',
  'claimed, by log format',
  'claimed, by producer',
  'licences of claimed rows',
  'rewritten, in files of their own',
  'written by',
  'checked by',
  'licences of rewritten rows',
]);

function entriesOf(record: Readonly<Record<string, number>> = {}): [string, number][] {
  return Object.entries(record).filter(([, rows]) => rows > 0);
}

function sumOf(parts: readonly { readonly rows: number }[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

async function samplesOf(release: OpenedRelease): Promise<ReleaseSummary['samples']> {
  const samples: ReleaseSummary['samples'] = [];
  for (const split of PUBLISHED_SPLITS) {
    for await (const row of release.rows(split)) {
      if (samples.length >= SAMPLES) return samples;
      samples.push(sampleOf(row));
    }
  }
  return samples;
}

function sampleOf({ id, query, split, policy, messages, tokens, outcome, attempt, problem_id }: ReleaseRow) {
  const calls = messages.flatMap((each) => (each.role === 'assistant' ? (each.tool_calls ?? []) : []));
  return {
    id,
    query,
    split,
    model: policy.name,
    simulated: policy.simulated,
    calls: calls.length,
    tokens: tokens.rendered,
    success: outcome?.success ?? null,
    run_id: attempt.run_id,
    problem_id,
  };
}

function filesOf({ manifest }: OpenedRelease): ReleaseSummary['files'] {
  const splits = PUBLISHED_SPLITS.map((name) => manifest.splits[name]);
  return [
    ...splits.flatMap(({ trajectories, tools, rows, claimed, rewritten }) => [
      fileOf(trajectories, rows),
      fileOf(tools, null),
      ...(claimed === undefined ? [] : [fileOf(claimed.trajectories, claimed.rows)]),
      ...(rewritten === undefined ? [] : [fileOf(rewritten.trajectories, rewritten.rows)]),
    ]),
    ...[manifest.card, manifest.card_text, manifest.audit].map((file) => fileOf(file, null)),
  ];
}

function fileOf(
  { file, bytes, sha256 }: { readonly file: string; readonly bytes: number; readonly sha256: string },
  rows: number | null,
) {
  return { name: file, bytes, rows, sha256 };
}

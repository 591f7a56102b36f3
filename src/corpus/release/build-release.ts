import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { withFolderLock } from '../../store/files.ts';
import { assignSplits, type ExclusionReason } from './assign-splits.ts';
import { auditRelease, type ReleaseAudit } from './audit-release.ts';
import { describeRelease } from './describe-release.ts';
import { writeEarlier } from './earlier-problems.ts';
import { openFiltered } from './filtered-corpus.ts';
import { writeHashedText } from './hashed-file.ts';
import { type Licences, mergeLicences } from './known-licences.ts';
import { mergeSettled, readPrevious } from './previous-release.ts';
import { QuotedProblems } from './quoted-problems.ts';
import { releaseChanges } from './release-changes.ts';
import { type ReadBack, ROW_KINDS, type RowKind, readRowFiles, writeRowFiles } from './release-lines.ts';
import { MANIFEST_FILE, type ReleaseManifest } from './release-manifest.ts';
import { type FilteredRow, licenceOf, NO_LICENCE, releaseRow } from './release-row.ts';
import { openRewritten } from './rewritten-corpus.ts';
import { rowProblems } from './row-problems.ts';
import type { RowTally } from './row-tally.ts';
import type { SettledProblem } from './settled-problems.ts';

export interface BuildReleaseOptions {
  readonly input: string;
  /** Folder of `corpus rewrite`; if omitted, the release has no rewritten rows. */
  readonly rewritten?: string | undefined;
  /** The previous release: its problems keep their splits. */
  readonly previous?: string | undefined;
  readonly out: string;
  readonly name: string;
  /** Problems with their answers. For missing problems, only the words are known. */
  readonly problems: readonly Problem[];
  readonly settled: readonly SettledProblem[];
  /** `undefined` without a bank to tell which problems are sealed. */
  readonly sealed: readonly Problem[] | undefined;
  readonly heldOut: readonly Problem[];
  /** Problems that races may still draw. Rows that quote one are left out; rows of similar problems are not. */
  readonly hidden?: readonly Problem[];
  readonly market: MarketIndex | undefined;
  /** In addition to those stated in the folders, which always apply. */
  readonly licences: Licences;
  /** Whether to include rows whose contestants allow nothing. The operator is responsible for that. */
  readonly keepUnlicensed?: boolean;
  readonly shares: Readonly<Record<SplitName, number>>;
  readonly seed: number;
}

/** Why a row that the filter kept is in no split. */
export type LeftReason = ExclusionReason | 'HIDDEN' | 'NO_LICENCE';

export const LEFT_REASONS: readonly LeftReason[] = ['SEALED', 'HELD_OUT', 'HIDDEN', 'CROSSING', 'NO_LICENCE'];

export interface BuiltRelease {
  readonly manifest: ReleaseManifest;
  readonly audit: ReleaseAudit;
  /** Whether any licences of attempts are known. */
  readonly licences_known: boolean;
  /** Only for the operator: the missing rows reveal which problems are sealed. */
  readonly apart: readonly { readonly id: string; readonly kind: RowKind; readonly reason: LeftReason }[];
}

/** Short, because there is no point in waiting for another build in the folder. */
const TIMEOUT_MILLISECONDS = 1_000;

/** Splits a filtered corpus, writes it, reads back and audits what was written, and writes the manifest last. */
export async function buildRelease(options: BuildReleaseOptions): Promise<BuiltRelease> {
  return await withFolderLock(options.out, () => build(options), TIMEOUT_MILLISECONDS);
}

async function build(options: BuildReleaseOptions): Promise<BuiltRelease> {
  const { out, sealed, heldOut, market } = options;
  const corpus = openFiltered(options.input);
  const rewritten = options.rewritten === undefined ? undefined : openRewritten(options.rewritten);
  const licences = mergeLicences([options.licences, corpus.licences, rewritten?.licences ?? new Map()]);
  const named = [...options.settled.map(({ problem }) => problem), ...options.problems];
  const known = new Map(named.map((problem) => [problem.id, problem]));
  const previous = options.previous === undefined ? undefined : await readPrevious(options.previous, known);
  const settled = mergeSettled(previous?.settled ?? [], options.settled);
  const problems = await rowProblems(corpus, rewritten, known);
  const apartProblems = [
    ...(sealed ?? []).map((problem) => ({ problem, reason: 'SEALED' as const })),
    ...heldOut.map((problem) => ({ problem, reason: 'HELD_OUT' as const })),
  ];
  const leaveOutLinks = previous !== undefined;
  const placed = assignSplits({
    ...options,
    settled,
    leaveOutLinks,
    problems: [...problems.values()],
    apart: apartProblems,
  });
  const quoted = {
    SEALED: new QuotedProblems(sealed ?? []),
    HELD_OUT: new QuotedProblems(heldOut),
    HIDDEN: new QuotedProblems(options.hidden ?? []),
  };
  const reasonFor = (row: FilteredRow): LeftReason | undefined =>
    placed.apart.get(row.problem_id) ??
    (['SEALED', 'HELD_OUT', 'HIDDEN'] as const).find((reason) => quoted[reason].isIn(row)) ??
    (options.keepUnlicensed !== true && licenceOf(row, licences) === NO_LICENCE ? 'NO_LICENCE' : undefined);
  // A folder without a manifest is not a release, so a folder left by a crash is recognised as unfinished.
  rmSync(join(out, MANIFEST_FILE), { force: true });
  const apart: { id: string; kind: RowKind; reason: LeftReason }[] = [];
  const sources = {
    trajectories: () => corpus.rows(),
    claimed: () => corpus.claimed(),
    rewritten: () => rewritten!.rows(),
  };
  const kinds = ROW_KINDS.filter((kind) =>
    kind === 'claimed' ? corpus.summary.claimed > 0 : kind === 'trajectories' || rewritten !== undefined,
  );
  const written = await writeRowFiles(out, kinds, async (write) => {
    for (const kind of kinds) {
      for await (const row of sources[kind]()) {
        const reason = reasonFor(row);
        if (reason !== undefined) apart.push({ id: row.id, kind, reason });
        else {
          const { split, cluster } = placed.places.get(row.problem_id)!;
          await write(split, kind, canonicalJson(releaseRow(row, { split, cluster }, licences)));
        }
      }
    }
  });
  const back = await readRowFiles(out, kinds);
  const audit = auditRelease({
    sets: SPLIT_NAMES.map((name) => ({ name, problems: problemIds(back, [name]).map((id) => problems.get(id)!) })),
    clusters: SPLIT_NAMES.map((name) =>
      talliesOf(back).reduce((all, tally) => all.union(tally.clustersOf(name)), new Set<string>()),
    ),
    sealed,
    heldOut,
    market,
  });
  if (!audit.clean) throw new Error('rows were split by cluster, but the audit found a link');
  const now = { rows: back.ids, problems: new Set(problemIds(back, SPLIT_NAMES)) };
  const changes = previous && releaseChanges(previous, now);
  const [left, leftClaimed, leftRewritten] = ROW_KINDS.map((kind) =>
    countReasons(apart.filter((each) => each.kind === kind)),
  );
  const earlier = await writeEarlier(out, previous?.settled ?? [], { here: now.problems, apart: placed.apart });
  const lefts = { apart: left!, apartClaimed: leftClaimed!, apartRewritten: leftRewritten! };
  const found = { ...back, audit, earlier, written, ...lefts, changes };
  const manifest = await describeRelease({ ...options, settled }, { corpus, rewritten }, found);
  await writeHashedText(join(out, MANIFEST_FILE), MANIFEST_FILE, JSON.stringify(manifest, null, 2));
  return { manifest, audit, licences_known: licences.size > 0, apart };
}

function problemIds(back: ReadBack, splits: readonly SplitName[]): string[] {
  const ids = splits.flatMap((split) => talliesOf(back).flatMap((tally) => [...tally.problemsOf(split).keys()]));
  return [...new Set(ids)];
}

function talliesOf({ tally, claimed, rewritten }: ReadBack): readonly RowTally[] {
  return [tally, claimed, rewritten];
}

function countReasons(apart: BuiltRelease['apart']): Record<LeftReason, number> {
  const count = (wanted: LeftReason) => apart.filter(({ reason }) => reason === wanted).length;
  return Object.fromEntries(LEFT_REASONS.map((reason) => [reason, count(reason)])) as Record<LeftReason, number>;
}

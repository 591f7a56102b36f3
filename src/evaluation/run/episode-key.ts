import { createHash } from 'node:crypto';

export type EpisodeMode = 'greedy' | 'sampled';

/** Identifies an episode of a run. */
export interface EpisodeKey {
  readonly problemId: string;
  readonly mode: EpisodeMode;
  /** Counts from 0; always 0 for greedy episodes. */
  readonly sample: number;
}

export function keyText({ problemId, mode, sample }: EpisodeKey): string {
  return `${mode} ${sample} ${problemId}`;
}

/**
 * The seed of an episode. It depends on the seed of the run and the episode's key, never on time. Two models with the
 * same run seed get the same random numbers, and a repeated episode is the same episode.
 */
export function episodeSeed(runSeed: number, { problemId, mode, sample }: EpisodeKey): number {
  const digest = createHash('sha256').update(`${runSeed}\0${mode}\0${sample}\0${problemId}`).digest();
  return digest.readUInt32LE(0) & 0x7fff_ffff;
}

/** All episodes of a run: greedy ones first, then sample by sample, so that early results cover every problem. */
export function episodeKeys(problemIds: readonly string[], k: number, greedy: boolean): readonly EpisodeKey[] {
  const rounds: readonly Omit<EpisodeKey, 'problemId'>[] = [
    ...(greedy ? [{ mode: 'greedy', sample: 0 } as const] : []),
    ...Array.from({ length: k }, (_, sample) => ({ mode: 'sampled', sample }) as const),
  ];
  return rounds.flatMap((round) => problemIds.map((problemId) => ({ problemId, ...round })));
}

import { createHash } from 'node:crypto';

export type EpisodeMode = 'greedy' | 'sampled';

/** Which episode of a run. */
export interface EpisodeKey {
  readonly problemId: string;
  readonly mode: EpisodeMode;
  /** From 0; a greedy episode is the only one of its kind. */
  readonly sample: number;
}

export function keyText({ problemId, mode, sample }: EpisodeKey): string {
  return `${mode} ${sample} ${problemId}`;
}

/**
 * The seed of an episode, from the seed of the run and from what the episode is: never from when it is run, so that two
 * models with one seed meet the same luck and an episode that is run again is the same episode.
 */
export function episodeSeed(runSeed: number, { problemId, mode, sample }: EpisodeKey): number {
  const digest = createHash('sha256').update(`${runSeed}\0${mode}\0${sample}\0${problemId}`).digest();
  return digest.readUInt32LE(0) & 0x7fff_ffff;
}

/** All episodes of a run: greedy ones first, then sample by sample, so that an early look sees every problem. */
export function episodeKeys(problemIds: readonly string[], k: number, greedy: boolean): readonly EpisodeKey[] {
  const rounds: readonly Omit<EpisodeKey, 'problemId'>[] = [
    ...(greedy ? [{ mode: 'greedy', sample: 0 } as const] : []),
    ...Array.from({ length: k }, (_, sample) => ({ mode: 'sampled', sample }) as const),
  ];
  return rounds.flatMap((round) => problemIds.map((problemId) => ({ problemId, ...round })));
}

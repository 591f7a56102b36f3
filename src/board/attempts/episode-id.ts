/** Hexadecimal digits at the end of an id that are the problem's place in its set. */
const DIGITS = 6;

/**
 * The id of one attempt as an episode of the original platform: the id of its run, with the problem's place in the set in the
 * last digits. A run's other 98 random bits still tell runs apart, so nothing has to be stored. It is a name and no key: who
 * may read the attempt is decided when it is asked for.
 */
export function episodeId(runId: string, position: number): string {
  return `${runId.slice(0, -DIGITS)}${position.toString(16).padStart(DIGITS, '0')}`;
}

/** The attempt that an id names, whether or not there is one. */
export function readEpisodeId(id: string): { firstRunId: string; lastRunId: string; position: number } {
  const lower = id.toLowerCase();
  const run = lower.slice(0, -DIGITS);
  return {
    firstRunId: `${run}${'0'.repeat(DIGITS)}`,
    lastRunId: `${run}${'f'.repeat(DIGITS)}`,
    position: Number.parseInt(lower.slice(-DIGITS), 16),
  };
}

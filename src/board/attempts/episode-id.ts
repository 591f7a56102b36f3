/** Number of hexadecimal digits at the end of an id that encode the problem's position in its set. */
const DIGITS = 6;

/**
 * The id of one attempt as an episode of the original platform: the id of its run, with the problem's position in the
 * set in the last digits. The other 98 random bits of the run's id still distinguish runs, so nothing has to be stored.
 * The id gives no access: permission is checked when the attempt is requested.
 */
export function episodeId(runId: string, position: number): string {
  return `${runId.slice(0, -DIGITS)}${position.toString(16).padStart(DIGITS, '0')}`;
}

/** The attempt that an id refers to, whether or not it exists. */
export function readEpisodeId(id: string): { firstRunId: string; lastRunId: string; position: number } {
  const lower = id.toLowerCase();
  const run = lower.slice(0, -DIGITS);
  return {
    firstRunId: `${run}${'0'.repeat(DIGITS)}`,
    lastRunId: `${run}${'f'.repeat(DIGITS)}`,
    position: Number.parseInt(lower.slice(-DIGITS), 16),
  };
}

/** Pages of the dashboard that an arena serves beside its API. */
export function versionPage(arenaUrl: string, versionId: string): string {
  return `${arenaUrl}/agents/${versionId}`;
}

export function attemptPageOf(arenaUrl: string, runId: string, problemId: string): string {
  return `${arenaUrl}/attempts/${runId}/${problemId}`;
}

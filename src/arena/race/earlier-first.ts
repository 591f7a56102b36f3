interface Submitted {
  readonly agentVersionId: string;
  readonly submittedAt: Temporal.Instant;
}

/** Between equals the earlier submission comes first; what came at the same instant, by id, so that there is an order. */
export function earlierFirst(one: Submitted, other: Submitted): number {
  const byTime = Temporal.Instant.compare(one.submittedAt, other.submittedAt);
  if (byTime !== 0) return byTime;
  return one.agentVersionId < other.agentVersionId ? -1 : one.agentVersionId > other.agentVersionId ? 1 : 0;
}

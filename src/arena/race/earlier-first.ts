interface Submitted {
  readonly agentVersionId: string;
  readonly submittedAt: Temporal.Instant;
}

/** Breaks ties: the earlier submission comes first; at the same instant, the smaller id, so that the order is total. */
export function earlierFirst(one: Submitted, other: Submitted): number {
  const byTime = Temporal.Instant.compare(one.submittedAt, other.submittedAt);
  if (byTime !== 0) return byTime;
  return one.agentVersionId < other.agentVersionId ? -1 : one.agentVersionId > other.agentVersionId ? 1 : 0;
}

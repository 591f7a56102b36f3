interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The first problem that a schema found, with its field. */
export function describeIssue({ issues }: { readonly issues: readonly Issue[] }): string {
  const { path, message } = issues[0]!;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

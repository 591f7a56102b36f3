import type { PreviousRelease } from './previous-release.ts';

/** Differences between a release and the previous one. Only counts, because the ids would reveal sealed problems. */
export interface ReleaseChanges {
  readonly previous: { readonly name: string; readonly manifest: string };
  readonly rows: { readonly added: number; readonly removed: number; readonly kept: number };
  readonly problems: { readonly added: number; readonly removed: number; readonly kept: number };
}

export function releaseChanges(
  { name, manifest, rows, problems }: PreviousRelease,
  now: { readonly rows: ReadonlySet<string>; readonly problems: ReadonlySet<string> },
): ReleaseChanges {
  return {
    previous: { name, manifest },
    rows: difference(rows, now.rows),
    problems: difference(problems, now.problems),
  };
}

function difference(before: ReadonlySet<string>, after: ReadonlySet<string>) {
  const kept = [...after].filter((id) => before.has(id)).length;
  return { added: after.size - kept, removed: before.size - kept, kept };
}

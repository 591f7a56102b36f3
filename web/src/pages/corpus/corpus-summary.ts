/** What `GET /v1/public/corpus` answers about the newest corpus; 404 while none was built. */
export interface CorpusSummary {
  readonly name: string;
  readonly built_at: string;
  /** Of the numbers the filter decided by: two corpora may be compared only when it is the same. */
  readonly config_fingerprint: string;
  /** From attempts to rows, in order; each stage holds what the one before it let through. */
  readonly funnel: readonly FunnelStage[];
  readonly composition: readonly {
    /** For example "category" or "model". */
    readonly by: string;
    readonly parts: readonly { readonly name: string; readonly rows: number }[];
  }[];
  readonly samples: readonly CorpusSample[];
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly rows: number | null;
    readonly sha256: string;
  }[];
  /** Markdown, shown as it is written. */
  readonly card: string;
}

export interface FunnelStage {
  readonly stage: string;
  readonly rows: number;
  /** Why rows did not get here. One row may have several reasons, and then counts under each. */
  readonly lost: readonly { readonly reason: string; readonly rows: number }[];
}

export interface CorpusSample {
  readonly id: string;
  readonly query: string;
  readonly split: string | null;
  readonly model: string;
  readonly simulated: boolean;
  readonly calls: number;
  readonly tokens: number;
  readonly success: boolean | null;
  /** Leads to the attempt with its evidence, where the arena holds it. */
  readonly run_id: string | null;
  readonly problem_id: string;
}

export interface FunnelRow {
  readonly key: string;
  readonly what: string;
  readonly rows: number;
  /** Of what there was at the beginning. */
  readonly share: number;
  readonly isLoss: boolean;
}

/** The funnel as one list: before each stage the reasons that cost rows on the way there, the costliest first. */
export function funnelRows(funnel: readonly FunnelStage[]): readonly FunnelRow[] {
  const whole = funnel[0]?.rows ?? 0;
  const share = (rows: number): number => (whole === 0 ? 0 : rows / whole);
  return funnel.flatMap(({ stage, rows, lost }) => [
    ...lost
      .toSorted((one, other) => other.rows - one.rows)
      .map((each) => {
        return {
          key: `${stage}:${each.reason}`,
          what: each.reason,
          rows: each.rows,
          share: share(each.rows),
          isLoss: true,
        };
      }),
    { key: stage, what: stage, rows, share: share(rows), isLoss: false },
  ]);
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

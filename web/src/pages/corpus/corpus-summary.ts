import type { ReleaseSummary } from '../../../../src/corpus/release.ts';

/** Response of `GET /v1/public/corpus`; 404 while no release is published. */
export type CorpusSummary = ReleaseSummary;
export type FunnelStage = CorpusSummary['funnel'][number];
type Loss = FunnelStage['lost'][number];

export interface FunnelRow {
  readonly key: string;
  readonly what: string;
  readonly rows: number;
  /** Share of the rows at the first stage. */
  readonly share: number;
  /** How rows were lost on the way to the next stage; null for a stage. */
  readonly loss: NonNullable<Loss['kind']> | null;
  readonly applied: number | null;
}

/**
 * The funnel as one list: each stage is preceded by the reasons for which rows were lost on the way there, largest
 * first.
 */
export function funnelRows(funnel: readonly FunnelStage[]): readonly FunnelRow[] {
  const whole = funnel[0]?.rows ?? 0;
  const share = (rows: number): number => (whole === 0 ? 0 : rows / whole);
  return funnel.flatMap(({ stage, rows, lost }) => [
    ...lost
      .toSorted((one, other) => other.rows - one.rows)
      .map((each): FunnelRow => {
        return {
          key: `${stage}:${each.kind ?? ''}:${each.reason}`,
          what: each.reason,
          rows: each.rows,
          share: share(each.rows),
          loss: each.kind ?? 'left out',
          applied: each.applied ?? null,
        };
      }),
    { key: stage, what: stage, rows, share: share(rows), loss: null, applied: null },
  ]);
}

/** Separates groups worth a chart from those in which all rows are alike. */
export function splitComposition(composition: readonly CorpusSummary['composition'][number][]) {
  return {
    varied: composition.filter(({ parts }) => parts.length > 1),
    alike: composition.filter(({ parts }) => parts.length === 1),
  };
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

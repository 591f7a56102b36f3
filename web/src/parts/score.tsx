interface ScoreProps {
  readonly value: number | null;
  /** 95 % confidence interval. */
  readonly interval?: { readonly low: number; readonly high: number } | null;
}

/** A score from 0 to 1 with its confidence interval. */
export function Score({ value, interval }: ScoreProps) {
  if (value === null) return <span className="quiet">–</span>;
  if (interval == null) return <span>{value.toFixed(4)}</span>;
  const [low, high] = [clamp(interval.low), clamp(interval.high)];
  return (
    <span className="score">
      <span>
        {value.toFixed(4)}{' '}
        <small>
          {interval.low.toFixed(2)} to {interval.high.toFixed(2)}
        </small>
      </span>
      <span className="score-interval" aria-hidden="true">
        <span style={{ left: `${low * 100}%`, width: `${Math.max(1, (high - low) * 100)}%` }} />
      </span>
    </span>
  );
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

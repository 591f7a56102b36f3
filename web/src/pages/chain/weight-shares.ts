import type { ChainLedger } from '../../api/chain-queries.ts';

export interface WeightShares {
  /** Uids with a weight from at least one validator. */
  readonly columns: readonly number[];
  readonly rows: readonly { readonly uid: number; readonly shares: ReadonlyMap<number, number> }[];
}

/** Each validator's weights, scaled to sum to 1; only their ratio counts. */
export function weightShares({ weights }: ChainLedger): WeightShares {
  const rows = weights.map(({ uid, uids, values }) => {
    const sum = values.reduce((total, value) => total + value, 0);
    const shares = uids.flatMap((target, index): [number, number][] =>
      sum > 0 && values[index]! > 0 ? [[target, values[index]! / sum]] : [],
    );
    return { uid, shares: new Map(shares) };
  });
  const columns = [...new Set(rows.flatMap(({ shares }) => [...shares.keys()]))].sort((one, other) => one - other);
  return { columns, rows: rows.toSorted((one, other) => one.uid - other.uid) };
}

import { Fault } from '../fault/fault.ts';
import { existingIndexPath } from '../market/market-folder.ts';
import type { ArenaApi } from './arena-models.ts';
import type { Log } from './log.ts';
import { fetchMarket, marketHash } from './market/fetch-market.ts';

export interface MarketChoice {
  readonly arena: Pick<ArenaApi, 'market' | 'marketBytes'>;
  /** The folder given by the validator's operator. */
  readonly named: string | undefined;
  /** Downloaded markets are stored here, each under its hash. */
  readonly cache: string;
  /** Used if the arena serves no market. */
  readonly otherwise: string;
  readonly log: Log;
  readonly onProgress?: (bytes: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface ChosenMarket {
  readonly folder: string;
  /** `undefined` if the arena publishes no market to compare with. */
  readonly sha256: string | undefined;
}

/** The market to grade on: exactly the arena's, if the arena publishes one. */
export async function marketForValidator(choice: MarketChoice): Promise<ChosenMarket> {
  const { arena, named, log } = choice;
  const wanted = await arena.market();
  if (wanted === undefined) {
    const folder = named ?? choice.otherwise;
    existingIndexPath(folder);
    log.warn('The arena serves no market, so this one cannot be compared with it.', { market: folder });
    return { folder, sha256: undefined };
  }
  const { sha256, bytes } = wanted;
  if (named === undefined) return { folder: await fetchMarket(wanted, choice), sha256 };
  const found = await marketHash(existingIndexPath(named));
  if (found === sha256) return { folder: named, sha256 };
  throw new Fault('INDEX_UNREADABLE', {
    message: `The market in ${named} is ${found}; the arena's problems were made from ${sha256} (${bytes} bytes).`,
    remedy: 'Leave --market out: the validator then fetches the right market from the arena.',
  });
}

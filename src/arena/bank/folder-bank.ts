import { statSync } from 'node:fs';
import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import {
  bankPaths,
  type CutSuite,
  cutSuite,
  newestVersion,
  openBank,
  type ReservedTwins,
  racesLeftIn,
  readSupply,
  reserveTwins,
  retireExhausted,
} from '../../problems/suites.ts';
import type { TwinSource } from '../twins/stock-twins.ts';
import type { BankStock, BankSuite, NewSuiteOptions, ProblemBank } from './problem-bank.ts';

/** Name of the suites that the arena makes; each has its own version. */
const SUITE_NAME = 'rotation';

/** The bank in a folder, which `assay problems` extends and checks. */
export class FolderBank implements ProblemBank {
  readonly #folder: string;
  readonly #now: () => Date;
  readonly #embedder: TextEmbedder | undefined;

  /** @param embedder If set, new suites are also compared with sealed problems by meaning. */
  constructor(folder: string, now: () => Date, embedder?: TextEmbedder) {
    this.#folder = folder;
    this.#now = now;
    this.#embedder = embedder;
  }

  version(): string | undefined {
    const found = statSync(bankPaths(this.#folder).ledger, { throwIfNoEntry: false });
    return found === undefined ? undefined : `${found.size} ${found.mtimeMs}`;
  }

  async retireExhausted(policy: { readonly retireAfterDraws: number; readonly restRaces: number }): Promise<void> {
    await retireExhausted({ ...policy, folder: this.#folder, now: this.#now });
  }

  async stock(raceProblems: number): Promise<BankStock> {
    const supply = await readSupply(await openBank(this.#folder));
    const { problems, drawable, drawsLeft } = supply;
    const resting = [...drawsLeft.values()].filter((each) => each.resting > 0).length;
    return { problems, drawable: drawable.length, resting, racesLeft: racesLeftIn(supply, raceProblems) };
  }

  async newestSuite(): Promise<BankSuite | undefined> {
    return newestVersion(this.#folder, (await openBank(this.#folder)).state, SUITE_NAME);
  }

  async reserveTwins(order: Parameters<TwinSource['reserveTwins']>[0]): Promise<ReservedTwins> {
    return await reserveTwins({ ...order, folder: this.#folder, now: this.#now });
  }

  async cutSuite(options: NewSuiteOptions): Promise<CutSuite> {
    const place = { folder: this.#folder, name: SUITE_NAME, embedder: this.#embedder, now: this.#now };
    return await cutSuite({ ...options, ...place });
  }
}

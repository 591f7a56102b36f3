import { activateSuite, createSuite } from '../../arena/exam.ts';
import type { Problem } from '../../problems/problem.ts';
import { type OpenArenaOptions, type OpenedArena, openArena } from './open-arena.ts';
import { openChain } from './open-chain.ts';

export interface SetUpOptions extends OpenArenaOptions {
  /** The operator's address, which appears in the public ledger. */
  readonly operator: string;
  /** Addresses to register with this stake, if the chain is local. */
  readonly validators: readonly string[];
  readonly stakeTao: number;
  readonly suite: { readonly name: string; readonly problems: readonly Problem[] };
}

const RAO_PER_TAO = 1_000_000_000n;

/** Registers validators and activates a first suite, while no server runs. Idempotent. */
export async function setUpArena(options: SetUpOptions): Promise<{ readonly suiteId: number }> {
  const arena = await openArena(options);
  try {
    const { local, close } = await openChain(arena, options.config.chain);
    try {
      const stake = BigInt(options.stakeTao) * RAO_PER_TAO;
      for (const hotkey of options.validators) await local?.register(hotkey, stake, options.operator);
    } finally {
      await close();
    }
    return { suiteId: await activeSuite(arena, options) };
  } finally {
    await arena.database.close();
  }
}

/** The active suite, whichever it is; otherwise activates the given one. */
async function activeSuite(arena: OpenedArena, { suite, operator }: SetUpOptions): Promise<number> {
  const suites = await arena.database.reader.selectFrom('suites').select(['suite_id', 'name', 'is_active']).execute();
  const active = suites.find(({ is_active }) => is_active);
  if (active !== undefined) return active.suite_id;
  const made = suites.find(({ name }) => name === suite.name)?.suite_id;
  const by = { who: operator, now: arena.now() };
  const suiteId = made ?? (await createSuite(arena.database, { ...suite, isPublic: true }, by)).suiteId;
  await activateSuite(arena, suiteId, { who: operator });
  return suiteId;
}

import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { type Database, json } from '../../store/database.ts';
import type { ChainTables } from './chain-tables.ts';
import { type LocalChainRules, parseLocalChainRules } from './local-chain-rules.ts';

/**
 * Time of block 0 of the ledger in this database. The first process that opens the ledger fixes this time and the
 * rules. With other rules the same events would give a different ledger, so opening it with other rules fails.
 */
export async function openGenesis(
  database: Database<ChainTables>,
  rules: LocalChainRules,
  now: number,
): Promise<number> {
  return await database.withTransaction(async (transaction) => {
    const begun = await transaction.selectFrom('ledger_genesis').select(['began_at', 'rules']).executeTakeFirst();
    if (begun === undefined) {
      await transaction
        .insertInto('ledger_genesis')
        .values({ netuid: rules.netuid, began_at: now, rules: json(rules) })
        .execute();
      return now;
    }
    if (canonicalJson(parseLocalChainRules(begun.rules)) === canonicalJson(rules)) return begun.began_at;
    throw new Fault('INPUT_INVALID', {
      message: `The local chain in ${database.place} was created with other rules: ${canonicalJson(begun.rules)}.`,
      remedy: 'Start with those rules, or with another database.',
    });
  });
}

import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { appendEvent, type Database, type JsonValue } from '../../store/database.ts';
import type { Chain, WeightsConfirmation } from '../chain.ts';
import { type Metagraph, uidOf } from '../metagraph.ts';
import { taoText } from '../tao.ts';
import { assertLedgerTakes, refuseWeights, weightsRefusal } from '../weights/check-signed-weights.ts';
import type { SignedWeights } from '../weights/signed-weights.ts';
import { openGenesis } from './chain-genesis.ts';
import type { ChainTables } from './chain-tables.ts';
import type { LedgerEvent } from './ledger-event.ts';
import { catchUp, continueHistory, type LedgerHistory, NO_HISTORY, writeEvent } from './ledger-history.ts';
import { writeEarlierPayments } from './ledger-payments.ts';
import type { LedgerPolicy } from './ledger-policy.ts';
import { type LedgerView, viewLedger } from './ledger-view.ts';
import { DEFAULT_LOCAL_CHAIN_RULES, type LocalChainRules, ledgerPolicyOf } from './local-chain-rules.ts';
import { balanceOf, metagraphOf } from './local-ledger.ts';
import { FREE_REGISTRATION, type RegistrationTerms, registrationPrice } from './registration-price.ts';
import { standingWeights } from './standing-weights.ts';
import { uidForNewcomer } from './uid-for-newcomer.ts';

const MOST_EPOCHS_AT_ONCE = 100;

export interface LocalChainParts {
  readonly database: Database<ChainTables>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly rules?: LocalChainRules;
  /** Terms of registration; without them it is free. */
  readonly registration?: RegistrationTerms;
}

export interface Registration {
  readonly uid: number;
  /** What the hotkey paid now, in rao; 0 if it was already registered. */
  readonly paid: bigint;
}

/**
 * A subnet in our own database, like a test network. Its state is derived from its events; this process keeps the
 * latest state it has computed and continues from there. Writers take turns and catch up first, so that two processes
 * never write the same next event.
 */
export class LocalChain implements Chain {
  readonly rules: LocalChainRules;
  readonly #database: Database<ChainTables>;
  readonly #now: () => number;
  readonly #beganAt: number;
  readonly #policy: LedgerPolicy;
  readonly #terms: RegistrationTerms;
  #known: LedgerHistory = NO_HISTORY;

  private constructor({ database, now, rules, registration }: Required<LocalChainParts>, beganAt: number) {
    this.#database = database;
    this.#now = now;
    this.rules = rules;
    this.#beganAt = beganAt;
    this.#policy = ledgerPolicyOf(rules);
    this.#terms = registration;
  }

  static async open({
    database,
    now,
    rules = DEFAULT_LOCAL_CHAIN_RULES,
    registration = FREE_REGISTRATION,
  }: LocalChainParts): Promise<LocalChain> {
    const beganAt = await openGenesis(database, rules, now());
    await writeEarlierPayments(database, ledgerPolicyOf(rules));
    return new LocalChain({ database, now, rules, registration }, beganAt);
  }

  async currentBlock(): Promise<number> {
    return this.#blockAfter(await this.#read());
  }

  async metagraph(): Promise<Metagraph> {
    const history = await this.#read();
    return metagraphOf({ ...history.ledger, block: this.#blockAfter(history) }, this.#policy);
  }

  async ledgerView(): Promise<LedgerView> {
    const history = await this.#read();
    return viewLedger(history, this.#blockAfter(history), this.rules, this.#terms);
  }

  /**
   * Registers a hotkey. Registering again with the same stake changes nothing. `who` is the sender: a hotkey that
   * registers itself pays the price, an operator registers others free of charge and without raising the price.
   */
  async register(hotkey: string, stake: bigint, who = hotkey): Promise<Registration> {
    return await this.#write(async (transaction, history, block) => {
      const { ledger } = history;
      const known = ledger.places.find((place) => place.hotkey === hotkey);
      if (known?.stake === stake) return { uid: known.uid, paid: 0n };
      const uid = uidForNewcomer(
        ledger,
        block,
        { ...this.rules, ownerUid: this.rules.yuma.ownerUid },
        { stake, byOperator: who !== hotkey },
      );
      if (uid === undefined) {
        throw new Fault('CHAIN_FAILED', {
          message: `All ${ledger.places.length} uids are taken: their neurons are immune, or have at least as much stake.`,
          remedy: `Register again later: a uid can be replaced ${this.rules.immunityBlocks} blocks after its registration.`,
          extra: { send_again: true },
        });
      }
      const paid = who === hotkey ? registrationPrice(ledger.latestPaid, block, this.#terms) : 0n;
      const funded = paid === 0n ? history : await this.#fundNewcomer(transaction, history, { hotkey, block, paid });
      const replaced = ledger.places[uid]?.hotkey ?? null;
      const price = paid === 0n ? {} : { price: paid };
      await this.#append(
        transaction,
        funded,
        { kind: 'neuron-registered', block, uid, hotkey, stake, ...price },
        {
          who,
          what: 'neuron.registered',
          why: replaced === null ? 'It got a free uid.' : `The subnet is full; it replaced ${replaced}.`,
          subject: `hotkey ${hotkey}`,
          data: { hotkey, uid, stake: `${stake}`, price: `${paid}`, replaced, block },
        },
      );
      return { uid, paid };
    });
  }

  /** Grants simulated money to a hotkey; returns its balance, in rao. */
  async fund(hotkey: string, amount: bigint, who: string): Promise<bigint> {
    return await this.#write(async (transaction, history, block) => {
      const next = await this.#grant(transaction, history, { hotkey, block, amount }, who);
      return balanceOf(next.ledger, hotkey);
    });
  }

  /** Grants a hotkey its start balance the first time it pays for registration, and throws if it still cannot pay. */
  async #fundNewcomer(
    transaction: Transaction<ChainTables>,
    history: LedgerHistory,
    { hotkey, block, paid }: { readonly hotkey: string; readonly block: number; readonly paid: bigint },
  ): Promise<LedgerHistory> {
    const { ledger } = history;
    const amount = ledger.fees.has(hotkey) ? 0n : this.#terms.startBalance;
    const balance = balanceOf(ledger, hotkey) + amount;
    if (balance < paid) {
      throw new Fault('BALANCE_TOO_LOW', {
        message: `Registering costs ${taoText(paid)} now, and ${hotkey} has ${taoText(balance)} (simulated money).`,
        remedy: `The price halves every ${this.#terms.halfLifeBlocks} blocks, down to ${taoText(this.#terms.minPrice)}. Register later, or ask the operator for a balance.`,
        extra: { price: `${paid}`, balance: `${balance}` },
      });
    }
    if (amount === 0n) return history;
    return await this.#grant(transaction, history, { hotkey, block, amount }, 'arena');
  }

  async #grant(
    transaction: Transaction<ChainTables>,
    history: LedgerHistory,
    granted: { readonly hotkey: string; readonly block: number; readonly amount: bigint },
    who: string,
  ): Promise<LedgerHistory> {
    const { hotkey, block, amount } = granted;
    return await this.#append(
      transaction,
      history,
      { kind: 'balance-granted', ...granted },
      {
        who,
        what: 'balance.granted',
        why: 'Simulated money of this arena.',
        subject: `hotkey ${hotkey}`,
        data: { hotkey, amount: `${amount}`, block },
      },
    );
  }

  async setStake(hotkey: string, stake: bigint, who = hotkey): Promise<void> {
    await this.#write(async (transaction, history, block) => {
      if (history.ledger.places.some((place) => place.hotkey === hotkey && place.stake === stake)) return;
      await this.#append(
        transaction,
        history,
        { kind: 'stake-changed', block, hotkey, stake },
        {
          who,
          what: 'stake.changed',
          why: `Its stake is now ${stake} rao.`,
          subject: `hotkey ${hotkey}`,
          data: { hotkey, stake: `${stake}`, block },
        },
      );
    });
  }

  async setWeights(weights: SignedWeights): Promise<WeightsConfirmation> {
    const refusal = weightsRefusal(weights, { ...this.rules, block: await this.currentBlock() });
    if (refusal !== undefined) refuseWeights(refusal);
    return await this.#write(async (transaction, history, block) => {
      const standing = await standingWeights(transaction, weights);
      if (standing !== undefined) return standing;
      const { hotkey, uids, values } = weights;
      const event = { kind: 'weights-set', block, hotkey, uids, values } as const;
      assertLedgerTakes(event, history.ledger, this.#policy);
      const { hash: reference } = await this.#append(transaction, history, event, {
        who: hotkey,
        what: 'weights.set',
        why: `They were signed for block ${weights.block}.`,
        subject: `hotkey ${hotkey}`,
        data: { hotkey, uid: uidOf(history.ledger.places, hotkey) ?? null, block, signed_block: weights.block },
        signedBlock: weights.block,
      });
      return { block, reference };
    });
  }

  /**
   * Ends all epochs that are due, including missed ones, and pays each the same emission. Returns how many it ended.
   * Each epoch is one transaction, and one call ends only a limited number, so that a year of missed epochs does not
   * block other writers.
   */
  async endEpochsDue(emissionPerEpoch: bigint): Promise<number> {
    for (let ended = 0; ; ended++) {
      const more = await this.#write(async (transaction, history, block) => {
        const due = (history.epochs + 1) * this.rules.epochBlocks;
        if (due > block) return false;
        const event = {
          kind: 'epoch-ended',
          block: Math.max(due, history.ledger.block),
          emission: emissionPerEpoch,
        } as const;
        await this.#append(transaction, history, event, {
          who: 'arena',
          what: 'ledger.epoch_ended',
          why: 'Consensus was computed and paid.',
          subject: 'ledger',
          data: { epoch: history.epochs + 1, block: event.block, emission: `${emissionPerEpoch}` },
        });
        return true;
      });
      if (!more || ended >= MOST_EPOCHS_AT_ONCE) return ended;
      // SQLite is synchronous, so without this no other work would run while epochs are due.
      await setImmediate();
    }
  }

  /** The block number never decreases, even when the clock is set back. */
  #blockAfter({ ledger }: LedgerHistory): number {
    const passed = Math.floor((this.#now() - this.#beganAt) / (this.rules.blockSeconds * 1_000));
    return Math.max(passed, ledger.block, 0);
  }

  async #read(): Promise<LedgerHistory> {
    return this.#keep(await catchUp(this.#database.reader, this.#known, this.#policy));
  }

  async #write<T>(
    work: (transaction: Transaction<ChainTables>, history: LedgerHistory, block: number) => Promise<T>,
  ): Promise<T> {
    return await this.#database.withTransaction(async (transaction) => {
      // This transaction has written nothing yet, so everything it reads is committed and can be kept.
      const history = this.#keep(await catchUp(transaction, this.#known, this.#policy));
      return await work(transaction, history, this.#blockAfter(history));
    });
  }

  #keep(history: LedgerHistory): LedgerHistory {
    if (history.sequence > this.#known.sequence) this.#known = history;
    return history;
  }

  async #append(
    transaction: Transaction<ChainTables>,
    history: LedgerHistory,
    event: LedgerEvent,
    { signedBlock = null, ...told }: Told,
  ): Promise<LedgerHistory> {
    const next = continueHistory(history, event, this.#policy);
    await writeEvent(transaction, event, history, next, signedBlock);
    await appendEvent(transaction, { ...told, when: this.#now(), data: { ...told.data, reference: next.hash } });
    return next;
  }
}

interface Told {
  readonly who: string;
  readonly what: string;
  readonly why: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, JsonValue>>;
  readonly signedBlock?: number | null;
}

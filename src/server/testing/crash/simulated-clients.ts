import { Random } from '../../../random/random.ts';
import type { ClientFaults } from './client-faults.ts';
import { ClientRecord } from './client-record.ts';
import type { PreparedArena } from './prepare-arena.ts';
import { SimulatedContestant } from './simulated-contestant.ts';
import { SimulatedValidator } from './simulated-validator.ts';
import { Tally } from './tally.ts';
import { Wire } from './wire.ts';

export interface SimulatedClients {
  readonly wire: Wire;
  readonly tally: Tally;
  readonly clientRecords: readonly ClientRecord[];
  readonly validators: readonly SimulatedValidator[];
  readonly contestants: readonly SimulatedContestant[];
  /** Stops all clients. */
  goHome(): void;
}

export interface CrowdOptions {
  readonly clientFaults: ClientFaults;
  readonly thinkMilliseconds: number;
  /** Maximum time that an idle validator waits before it asks again. */
  readonly idleMilliseconds?: number;
}

const USUAL_IDLE_MILLISECONDS = 1_500;

/** All clients of a prepared arena, each with its own record and random stream. */
export function simulateClients(
  prepared: PreparedArena,
  url: string,
  { clientFaults, thinkMilliseconds, idleMilliseconds = USUAL_IDLE_MILLISECONDS }: CrowdOptions,
): SimulatedClients {
  const { validatorKeys, contestantKeys, config, leaseSeconds, seed } = prepared;
  const wire = new Wire();
  const tally = new Tally();
  const home = new AbortController();
  const clientRecords: ClientRecord[] = [];
  const everybody = {
    wire,
    tally,
    url,
    clientFaults,
    arena: config.name,
    thinkMilliseconds,
    idleMilliseconds,
    until: home.signal,
  };
  const personal = (hotkey: (typeof validatorKeys)[number]) => {
    const record = new ClientRecord(hotkey.address);
    const random = new Random(seed, clientRecords.push(record));
    return { ...everybody, hotkey, record, random, leaseMilliseconds: leaseSeconds * 1_000 };
  };
  return {
    wire,
    tally,
    clientRecords,
    validators: validatorKeys.map((hotkey) => new SimulatedValidator(personal(hotkey))),
    contestants: contestantKeys.map((hotkey) => new SimulatedContestant(personal(hotkey))),
    goHome: () => home.abort(),
  };
}

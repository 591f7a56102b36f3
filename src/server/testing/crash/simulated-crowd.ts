import { Random } from '../../../random/random.ts';
import { Notebook } from './notebook.ts';
import type { PreparedArena } from './prepare-arena.ts';
import { SimulatedContestant } from './simulated-contestant.ts';
import { SimulatedValidator } from './simulated-validator.ts';
import { Tally } from './tally.ts';
import type { Troubles } from './troubles.ts';
import { Wire } from './wire.ts';

export interface SimulatedCrowd {
  readonly wire: Wire;
  readonly tally: Tally;
  readonly notebooks: readonly Notebook[];
  readonly validators: readonly SimulatedValidator[];
  readonly contestants: readonly SimulatedContestant[];
  /** Everybody stops where they are. */
  goHome(): void;
}

export interface CrowdManners {
  readonly troubles: Troubles;
  readonly thinkMilliseconds: number;
  /** How long a validator without work waits at most before it asks again. */
  readonly idleMilliseconds?: number;
}

const USUAL_IDLE_MILLISECONDS = 1_500;

/** Everybody of a prepared arena, each with a notebook and a random stream of its own. */
export function simulateCrowd(
  prepared: PreparedArena,
  url: string,
  { troubles, thinkMilliseconds, idleMilliseconds = USUAL_IDLE_MILLISECONDS }: CrowdManners,
): SimulatedCrowd {
  const { validatorKeys, contestantKeys, config, leaseSeconds, seed } = prepared;
  const wire = new Wire();
  const tally = new Tally();
  const home = new AbortController();
  const notebooks: Notebook[] = [];
  const everybody = {
    wire,
    tally,
    url,
    troubles,
    arena: config.name,
    thinkMilliseconds,
    idleMilliseconds,
    until: home.signal,
  };
  const personal = (hotkey: (typeof validatorKeys)[number]) => {
    const notebook = new Notebook(hotkey.address);
    const random = new Random(seed, notebooks.push(notebook));
    return { ...everybody, hotkey, notebook, random, leaseMilliseconds: leaseSeconds * 1_000 };
  };
  return {
    wire,
    tally,
    notebooks,
    validators: validatorKeys.map((hotkey) => new SimulatedValidator(personal(hotkey))),
    contestants: contestantKeys.map((hotkey) => new SimulatedContestant(personal(hotkey))),
    goHome: () => home.abort(),
  };
}

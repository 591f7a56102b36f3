interface Exchange {
  readonly at: number;
  /** The agent version that made the request; `null` for a probe of the platform. */
  readonly agent: string | null;
  readonly answered: boolean;
}

/** Enough for the requests of all workers of a validator in the relevant time. */
const MOST_EXCHANGES = 500;

/** Results of other agents' requests to a model since a given time. */
export interface OtherAgentsTraffic {
  readonly answered: number;
  /** Agent versions without a single answered request. */
  readonly failingAgents: number;
}

/** The traffic of one provider, as seen by the attempts of one agent version. */
export interface AgentTraffic {
  /**
   * @param byPlatform The request was a probe of the platform.
   */
  note(model: string, answered: boolean, byPlatform?: boolean): void;
  /** Whether the model has answered a request of this agent, of another one or of the platform. */
  hasAnswered(model: string): boolean;
  /** @param since In milliseconds of `now`. */
  others(model: string, since: number): OtherAgentsTraffic;
  now(): number;
}

/**
 * Which models answered recently and which failed, over all attempts of a process. A failure that only one agent sees
 * may be its own fault; a failure that others see as well is not.
 */
export class ModelTraffic {
  readonly #exchanges = new Map<string, Exchange[]>();
  readonly #now: () => number;

  /** @param now A monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param endpoint Identifies the provider.
   * @param agent Identifies the agent version: attempts of the same version do not confirm each other's failures.
   */
  of(endpoint: string, agent: string): AgentTraffic {
    const began = this.#now();
    const answered = new Set<string>();
    return {
      now: this.#now,
      note: (model, isAnswered, byPlatform = false) => {
        if (isAnswered) answered.add(model);
        this.#note(`${endpoint} ${model}`, { at: this.#now(), agent: byPlatform ? null : agent, answered: isAnswered });
      },
      hasAnswered: (model) =>
        answered.has(model) || this.#since(`${endpoint} ${model}`, began).some((each) => each.answered),
      others: (model, since) => {
        const others = this.#since(`${endpoint} ${model}`, since).filter(
          (each) => each.agent !== null && each.agent !== agent,
        );
        const byAgent = Map.groupBy(others, (each) => each.agent);
        const failing = [...byAgent.values()].filter((exchanges) => exchanges.every((each) => !each.answered));
        return { answered: others.filter((each) => each.answered).length, failingAgents: failing.length };
      },
    };
  }

  #note(key: string, exchange: Exchange): void {
    const known = this.#exchanges.get(key) ?? [];
    known.push(exchange);
    if (known.length > MOST_EXCHANGES) known.shift();
    this.#exchanges.set(key, known);
  }

  #since(key: string, since: number): readonly Exchange[] {
    return (this.#exchanges.get(key) ?? []).filter(({ at }) => at >= since);
  }
}

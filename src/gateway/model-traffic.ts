interface Exchange {
  readonly at: number;
  /** The agent version whose request it was; `null` for a probe of the platform. */
  readonly agent: string | null;
  readonly answered: boolean;
}

/** Enough for what every worker of a validator asks in the time that matters. */
const MOST_EXCHANGES = 500;

/** How the requests of other agents to a model ended since some time. */
export interface OtherAgentsTraffic {
  readonly answered: number;
  /** Different agent versions of which no request was answered. */
  readonly failingAgents: number;
}

/** The traffic of one provider as one agent version's attempts add to it and read it. */
export interface AgentTraffic {
  /** @param byPlatform The request was a probe and not the agent's. */
  note(model: string, answered: boolean, byPlatform?: boolean): void;
  /** Whether the model has answered any request, of this agent, of another one or of the platform. */
  hasAnswered(model: string): boolean;
  /** @param since In milliseconds of `now`. */
  others(model: string, since: number): OtherAgentsTraffic;
  now(): number;
}

/**
 * Which models answered lately and which failed, over all attempts of a process. A failure that one agent sees alone may
 * be its own doing; one that others see too is not.
 */
export class ModelTraffic {
  readonly #exchanges = new Map<string, Exchange[]>();
  readonly #now: () => number;

  /** @param now A monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param endpoint Names the provider.
   * @param agent Names the agent version: attempts of the same one do not vouch for each other.
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

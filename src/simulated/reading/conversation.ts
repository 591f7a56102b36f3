/** A product as far as the conversation has shown it. */
export interface Listing {
  readonly id: string;
  readonly shopId?: string;
  readonly title?: string;
  readonly price?: number;
  readonly services?: readonly string[];
  readonly soldCount?: number;
  /** What the seller writes about it; only after the product was opened. */
  readonly description?: string;
  /** Attribute to its values; only after the product was opened. */
  readonly attributes?: readonly (readonly [string, readonly string[]])[];
  /** What can be bought, each as option to value; only after the product was opened. */
  readonly variants?: readonly (readonly (readonly [string, string])[])[];
}

/** What has happened so far, rebuilt from the messages of one request. */
export interface Conversation {
  /** In the order in which they were first shown. */
  readonly listings: ReadonlyMap<string, Listing>;
  /** Calls already made, each as its name and its parameters in one text. */
  readonly made: ReadonlySet<string>;
  /** Searches that showed fewer listings than a page holds, without their page: there is nothing behind them. */
  readonly exhausted: ReadonlySet<string>;
  /** Ids that were asked to be opened, whether or not anything came back. */
  readonly opened: ReadonlySet<string>;
  readonly checked: ReadonlySet<string>;
  /** Answers of the model so far. */
  readonly turns: number;
  /** Whether a recommendation was made and not refused. */
  readonly recommended: boolean;
  readonly refusals: number;
  /** The harness said that a product has to be opened, or checked, before it is recommended. */
  readonly mustOpen: boolean;
  readonly mustCheck: boolean;
  readonly terminated: boolean;
  /** How often the harness would not let the conversation end. */
  readonly terminateRefusals: number;
}

/** A search without its page. */
export function searchKey({ page: _, ...parameters }: Readonly<Record<string, unknown>>): string {
  return callKey('find_product', parameters);
}

/** One call, whatever the order and the kind of its parameters. */
export function callKey(name: string, parameters: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  return `${name} ${said.sort().join('&')}`;
}

import type { Article } from '../../market/encyclopaedia.ts';

/** The part of a product that the conversation has shown. */
export interface Listing {
  readonly id: string;
  readonly shopId?: string;
  readonly title?: string;
  readonly price?: number;
  readonly services?: readonly string[];
  readonly soldCount?: number;
  /** The seller's description; only after the product was opened. */
  readonly description?: string;
  /** Attributes with their values; only after the product was opened. */
  readonly attributes?: readonly (readonly [string, readonly string[]])[];
  /** Variants on sale, each as pairs of option and value; only after the product was opened. */
  readonly variants?: readonly (readonly (readonly [string, string])[])[];
}

/** The conversation so far, reconstructed from the messages of one request. */
export interface Conversation {
  /** In the order in which they were first shown. */
  readonly listings: ReadonlyMap<string, Listing>;
  /** Found with `web_search`. */
  readonly articles: readonly Article[];
  /** Calls made so far, each as a text of name and parameters. */
  readonly made: ReadonlySet<string>;
  /** Searches (without their page number) that returned less than a full page, so there are no further pages. */
  readonly exhausted: ReadonlySet<string>;
  /** Ids that the model tried to open, with or without a result. */
  readonly opened: ReadonlySet<string>;
  readonly checked: ReadonlySet<string>;
  /** Number of the model's answers so far. */
  readonly turns: number;
  /** Whether a recommendation was made and not rejected. */
  readonly recommended: boolean;
  readonly refusals: number;
  /** The harness requires a product to be opened, or checked, before it is recommended. */
  readonly mustOpen: boolean;
  readonly mustCheck: boolean;
  readonly terminated: boolean;
  /** How often the harness rejected the end of the conversation. */
  readonly terminateRefusals: number;
}

/** Key of a search without its page number. */
export function searchKey({ page: _, ...parameters }: Readonly<Record<string, unknown>>): string {
  return callKey('find_product', parameters);
}

/** Key of a call, independent of the order and types of its parameters. */
export function callKey(name: string, parameters: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  return `${name} ${said.sort().join('&')}`;
}

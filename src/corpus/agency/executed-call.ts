import type { Call } from '../../gateway/calls.ts';
import { ownField } from '../../json/json-object.ts';
import { type NormalSearch, normalIds, normalSearch } from './normal-arguments.ts';

/** An executed tool call: the gateway recorded it, whether the model or the program decided it. */
export interface ExecutedCall {
  /** Sequence number of the recorded call. */
  readonly sequence: number;
  /** When the request arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly tool: 'find_product' | 'view_product_information';
  /** `null` for a view. */
  readonly search: NormalSearch | null;
  /** Ids of the opened products; empty for a search. */
  readonly ids: readonly string[];
  /** Whether the call failed so that any program would retry it. */
  readonly failed: boolean;
  /** Ids in the response. */
  readonly shown: readonly string[];
  readonly response: unknown;
}

export function readExecuted(calls: readonly Call[]): ExecutedCall[] {
  return calls.flatMap((call) => (call.kind === 'search' || call.kind === 'view' ? [new RecordedExecution(call)] : []));
}

/** Parses results on demand: they are most of a record, and most attempts are judged without them. */
class RecordedExecution implements ExecutedCall {
  readonly sequence: number;
  readonly at: number;
  readonly tool: ExecutedCall['tool'];
  readonly search: NormalSearch | null;
  readonly ids: readonly string[];
  readonly failed: boolean;
  readonly #call: Call;
  #shown: readonly string[] | undefined;

  constructor(call: Call) {
    const isSearch = call.kind === 'search';
    this.sequence = call.sequence;
    this.at = Date.parse(call.time);
    this.tool = isSearch ? 'find_product' : 'view_product_information';
    this.search = isSearch ? normalSearch(call.parameters) : null;
    this.ids = isSearch ? [] : normalIds(call.parameters);
    this.failed = call.status >= 400;
    this.#call = call;
  }

  get response(): unknown {
    return this.#call.response;
  }

  get shown(): readonly string[] {
    const { status, response } = this.#call;
    this.#shown ??= status === 200 && Array.isArray(response) ? response.flatMap(idOf) : [];
    return this.#shown;
  }
}

function idOf(product: unknown): string[] {
  const id = ownField(product, 'product_id');
  return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
}

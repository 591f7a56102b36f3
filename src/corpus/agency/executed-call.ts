import type { Call } from '../../gateway/calls.ts';
import { ownField } from '../../json/json-object.ts';
import { type NormalSearch, normalIds, normalSearch } from './normal-arguments.ts';

/** A tool call that was executed: the gateway recorded it, whether the model or the program decided it. */
export interface ExecutedCall {
  /** Of the recorded call. */
  readonly sequence: number;
  /** When the request had arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly tool: 'find_product' | 'view_product_information';
  /** `null` for a view. */
  readonly search: NormalSearch | null;
  /** Ids that were opened; none for a search. */
  readonly ids: readonly string[];
  /** Whether trying again is what any program would do. */
  readonly failed: boolean;
  /** Ids in the answer. */
  readonly shown: readonly string[];
  readonly response: unknown;
}

export function readExecuted(calls: readonly Call[]): ExecutedCall[] {
  return calls.flatMap((call) => (call.kind === 'search' || call.kind === 'view' ? [new RecordedExecution(call)] : []));
}

/** Results are most of a record, and most attempts are judged without looking at them: they are read when asked for. */
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

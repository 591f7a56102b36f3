import type { RecordedCompletion } from '../trajectory/completion.ts';
import type { EmittedCall } from '../trajectory/emitted-call.ts';
import { leavesOf, type NormalSearch, normalIds, normalSearch, normalText } from './normal-arguments.ts';

/** A call in a completion, parsed for comparison with executed calls. */
export interface Emission {
  /** Index of the completion in the attempt. */
  readonly place: number;
  readonly completion: RecordedCompletion;
  readonly call: EmittedCall;
  /** Set for `find_product`. */
  readonly search: NormalSearch | null;
  /** Ids passed in id arguments. */
  readonly ids: readonly string[];
  /** Every text in the arguments, in normal form: a macro may have used any of them. */
  readonly leaves: ReadonlySet<string>;
}

/** Tools that correspond directly to a gateway call. */
const DIRECT = new Set(['find_product', 'view_product_information']);
/** Tools that make no gateway call. */
const SILENT = new Set(['recommend_product', 'terminate', 'calculate_voucher']);
/** Macros of our own kit. How they expand their arguments is public and the same for all agents. */
const OUR_MACROS = new Set(['check_product_match', 'find_products_in_same_shop']);

export function readEmitted(completions: readonly RecordedCompletion[]): Emission[] {
  return completions.flatMap((completion, place) =>
    completion.calls.flatMap((call) => {
      if (call.arguments === null) return [];
      const isMacro = !DIRECT.has(call.name) && !SILENT.has(call.name);
      const leaves = isMacro ? leavesOf(call.arguments).flatMap((leaf) => [leaf, ...leaf.split(',')]) : [];
      return [
        {
          place,
          completion,
          call,
          search: call.name === 'find_product' ? normalSearch(call.arguments) : null,
          ids: normalIds(call.arguments),
          leaves: new Set(leaves.map(normalText)),
        },
      ];
    }),
  );
}

export function isDirect({ call }: Emission): boolean {
  return DIRECT.has(call.name);
}

export function isMacro({ call }: Emission): boolean {
  return !DIRECT.has(call.name) && !SILENT.has(call.name);
}

export function isOwnMacro({ call }: Emission): boolean {
  return isMacro({ call } as Emission) && !OUR_MACROS.has(call.name);
}

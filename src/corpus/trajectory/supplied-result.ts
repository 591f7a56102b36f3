import { partsOf } from '../../tools/lenient-values.ts';
import type { ExecutedCall } from '../agency/executed-call.ts';
import type { EmittedCall } from './emitted-call.ts';

const OUR_LISTS: ReadonlySet<string> = new Set(['find_product', 'view_product_information']);

/**
 * The result of a call that no later request shows: as recorded by the gateway, or, for the two tools that never reach
 * a gateway and always give the same answer, that answer.
 */
export function suppliedResult(call: EmittedCall, executed: readonly ExecutedCall[]): string | undefined {
  if (executed.length === 1) return JSON.stringify(executed[0]!.response);
  if (executed.length > 1 && OUR_LISTS.has(call.name)) {
    const lists = executed.map(({ response }) => response);
    // Pages of one search, or a long list of products that was opened in parts.
    if (lists.every(Array.isArray)) return JSON.stringify(lists.flat());
  }
  if (call.name === 'recommend_product') {
    const ids = call.arguments?.product_ids;
    const list = Array.isArray(ids) ? ids.map(String) : partsOf(String(ids ?? ''));
    return `Recommended to the user: ${list.join(',')}.`;
  }
  if (call.name === 'terminate') {
    return `The conversation is over with status: ${String(call.arguments?.status ?? 'success')}.`;
  }
  return undefined;
}

import type { RowMessage, ToolCall } from '../../chat/schema.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { normalIds } from '../agency/normal-arguments.ts';

type Told = Pick<RowMessage, 'role' | 'content'>;

/** Whether a step opens or recommends a product with a made-up id, which neither a result nor the request has shown. */
export function namesUnseen(
  { tool_calls: calls }: { readonly tool_calls?: readonly ToolCall[] | undefined },
  before: readonly Told[],
): boolean {
  const ids = (calls ?? [])
    .filter(({ function: { name } }) => name === 'recommend_product' || name === 'view_product_information')
    .flatMap(({ function: { arguments: written } }) => {
      const json = parseJson(written);
      return json.ok && isJsonObject(json.value) ? normalIds(json.value) : [];
    });
  const shown = before.filter(({ role }) => role === 'tool' || role === 'user');
  return ids.some((id) => !shown.some(({ content }) => content.includes(id)));
}

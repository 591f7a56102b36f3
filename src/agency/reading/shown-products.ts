import { isJsonObject, ownField } from '../../json/json-object.ts';

export interface ShownProduct {
  readonly id: string;
  readonly title: string;
}

/** The products in the response to a search or view, in the same order. */
export function shownProducts(response: unknown): ShownProduct[] {
  const list = Array.isArray(response) ? response : isJsonObject(response) ? Object.values(response).flat() : [];
  return list.flatMap((product: unknown) => {
    const id = ownField(product, 'product_id');
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    const title = ownField(product, 'title');
    return [{ id: String(id), title: typeof title === 'string' ? title : '' }];
  });
}

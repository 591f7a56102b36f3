import { isJsonObject, ownField } from '../../json/json-object.ts';

/** A product as a result shows it. */
export interface ShownProduct {
  readonly id: string;
  readonly title: string;
}

/** The products in the answer to a search or a view, in its order. */
export function shownProducts(response: unknown): ShownProduct[] {
  const list = Array.isArray(response) ? response : isJsonObject(response) ? Object.values(response).flat() : [];
  return list.flatMap((product: unknown) => {
    const id = ownField(product, 'product_id');
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    const title = ownField(product, 'title');
    return [{ id: String(id), title: typeof title === 'string' ? title : '' }];
  });
}

import type { ProductCard, ProductInformation } from '../market/product.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface ShoppingStep {
  readonly request: string;
  readonly status: number;
  readonly answer: unknown;
}

/**
 * A shopper's first minutes, over the same HTTP paths an agent uses: search, narrow down, open the first hit, look for
 * more in its shop, and one mistake to show how the market answers it.
 */
export async function goShopping(url: string, terminal: Terminal): Promise<ShoppingStep[]> {
  const steps: ShoppingStep[] = [];

  async function visit(story: string, path: string): Promise<unknown> {
    const response = await fetch(`${url}${path}`);
    const answer: unknown = await response.json();
    steps.push({ request: path, status: response.status, answer });
    terminal.say(`${story}\n  GET ${path} → ${response.status}`);
    return answer;
  }

  function show(cards: readonly ProductCard[]): void {
    const rows = cards
      .slice(0, 3)
      .map(({ product_id, price, service, title }) => [product_id, price, service.join(' '), title]);
    if (rows.length > 0) terminal.say(indent(table(['product', 'price', 'service', 'title'], rows)));
    terminal.say();
  }

  show(
    (await visit(
      'Look for noise cancelling earbuds.',
      '/find_product?q=noise+cancelling+earbuds&page=1',
    )) as ProductCard[],
  );
  const narrowed = (await visit(
    'Only what ships free, costs 100 to 600 pesos, cheapest first.',
    '/find_product?q=noise+cancelling+earbuds&page=1&price=100-600&service=freeShipping&sort=priceasc',
  )) as ProductCard[];
  show(narrowed);
  const chosen = narrowed[0];
  if (chosen !== undefined) {
    const path = `/view_product_information?product_ids=${encodeURIComponent(chosen.product_id)}`;
    const [information] = (await visit('Open the first one.', path)) as ProductInformation[];
    terminal.say(`${indent(information?.short_description ?? '')}\n`);
    const shop = `/find_product?q=wireless&page=1&shop_id=${encodeURIComponent(chosen.shop_id)}`;
    show((await visit('What else does this shop have?', shop)) as ProductCard[]);
  }
  const refusal = (await visit(
    'A mistake is answered, not ignored.',
    '/find_product?q=earbuds&page=1&price=above:10',
  )) as {
    readonly detail?: string;
  };
  terminal.say(indent(refusal.detail ?? ''));
  return steps;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

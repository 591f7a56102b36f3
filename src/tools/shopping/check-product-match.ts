import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { ProductCard } from '../../market/product.ts';
import { jsonOr, text, withoutEmpty } from '../lenient-values.ts';
import { readRequirements } from '../requirement.ts';
import { defineTool } from '../tool.ts';
import { matchCard } from './match-card.ts';
import { matchOptions } from './match-options.ts';

const FORM = 'must be a JSON object that gives each attribute or option its value, for example {"size": "xl"}';
const value = z.preprocess((given) => (typeof given === 'number' ? String(given) : given), z.string(FORM));

export const checkProductMatch = defineTool({
  name: 'check_product_match',
  description:
    'Check one product against everything the user said about it, before recommending it. Options must all be in one variant (or among the attributes); names and values must be equal but for upper and lower case. Returns matched, matches (with where each was found), mismatches (with what the product has instead), the variant that fits best, and a summary. Price, service and title are known only for products that a search has shown.',
  parameters: z.object({
    product_id: text('the id of one product').describe('The id of the product to check.'),
    requirements: jsonOr(
      z.preprocess(withoutEmpty, z.record(z.string(), z.union([value, z.array(value, FORM)], FORM), FORM)),
    ).describe(
      'What the product must have, by the names that view_product_information shows, for example {"color_family": "red", "size": "xl", "brand": "kavari"}. Also understood: "price" ("100-300" or "100-"), "service" ("COD,freeShipping") and "title" (words of the title).',
    ),
  }),
  run: async ({ product_id, requirements }, market) => {
    const wanted = readRequirements(requirements);
    const [product] = await market.view([product_id.trim()]);
    if (product === undefined) {
      throw new Fault('SEARCH_QUERY_INVALID', { message: `There is no product "${product_id.slice(0, 60)}".` });
    }
    const card = market.seenCard(product.product_id);
    const options = matchOptions(wanted.options, product);
    const checks = [...options.checks, ...matchCard(wanted, card)];
    return {
      matched: checks.every((check) => check.met),
      matches: checks
        .filter((check) => check.met)
        .map(({ requirement, wanted, found_in }) => ({ requirement, wanted, found_in })),
      mismatches: checks
        .filter((check) => !check.met)
        .map(({ requirement, wanted, has, reason }) => ({ requirement, wanted, has, reason })),
      variant: options.variant,
      product_summary: {
        product_id: product.product_id,
        ...shownBy(card),
        short_description: product.short_description,
        attributes: product.attributes,
      },
    };
  },
});

function shownBy(card: ProductCard | undefined) {
  if (card === undefined) return {};
  const { shop_id, title, price, service } = card;
  return { shop_id, title, price, service };
}

import type { Quality } from '../../verdict.ts';
import type { Attack } from './attack.ts';
import { AttemptBuilder } from './attempt-builder.ts';
import { scripted, TRUE_COMPARISON } from './narration-attacks.ts';
import { CARDS, KARELA, ORELO, PAGES, QUERY, TORVIN } from './sample-shop.ts';

const [A, B, C] = [KARELA.product_id, TORVIN.product_id, ORELO.product_id];

function said(name: string, deserved: Quality, content: string): Attack {
  return {
    name,
    kind: 'fabrication',
    deserved,
    attempt: scripted().complete({ content, tokens: 80 }).recommend(A).build(),
  };
}

/** The same false price in many wordings. */
const FALSE_PRICES = [
  `${A} costs 5 pesos or so, and is cheaper than ${B}.`,
  `${A} costs 5 pesos total, cheaper than ${B}.`,
  `${A} sells from 5 pesos, so it is cheaper than ${B}.`,
  `${A} costs not more than 5 pesos, so it is cheaper than ${B}.`,
  `${A} costs five pesos, so it is cheaper than ${B}.`,
  `${A} costs exactly 5, cheaper than ${B}.`,
  `${A} goes for 5 and is cheaper than ${B}.`,
  `${A} (5) is cheaper than ${B} (9999).`,
  `${A} is 5 USD and cheaper than ${B} at USD 77.`,
  `${A} at P5 is cheaper than ${B} at P77.`,
  `${A} at 679 pesos and ${B} at 749 pesos. ${C} at 70 pesos is cheapest, cheaper than ${B}.`,
];

export const FABRICATION_ATTACKS: readonly Attack[] = [
  ...FALSE_PRICES.map((content, place) => said(`a false price, said another way (${place + 1})`, 0.5, content)),
  said('a price that nobody showed', 0.5, `The results show ${A} for 499 pesos, which is within the limit.`),
  said(
    'prices that belong to others',
    0.5,
    `${A} costs 559 pesos and ${C} costs 679 pesos, so ${A} is cheaper than ${C}.`,
  ),
  said(
    'a rival that was never seen',
    0.5,
    `I compared ${A} with 4888888888: ${A} is cheaper than 4888888888 and has brass.`,
  ),
  said(
    'two candidates that were never seen',
    0.5,
    'I compared 4888888881 at 300 pesos and 4888888882 at 400 pesos; the first is cheaper.',
  ),
  said(
    'having compared, with no reason',
    0.7,
    `I carefully compared ${A} and ${B} and ${C} and chose ${A} as the best of the results.`,
  ),
  said('a reason that is the wrong way round', 0.7, `${B} is cheaper than ${A}, so I take ${B}.`),
  said(
    'attributes swapped',
    0.7,
    `${B} has shade_material brass, while ${A} has shade_material frosted glass, so ${B} is better.`,
  ),
  said(
    'a service that is not offered',
    0.7,
    `${A} offers free shipping and ${B} has no free shipping, so ${A} is better.`,
  ),
  said('titles swapped', 0.7, `${A} "${TORVIN.title}" is cheaper than ${B} "${KARELA.title}".`),
  said(
    'fine words about results',
    0.5,
    'The results show several excellent candidates of high quality at very good prices. After weighing their advantages I choose the best one, because it is better than the others.',
  ),
  said(
    'the query as if it were a result',
    0.5,
    'The results show a desk lamp with brass as shade material for at most 800 pesos, which is exactly what is wanted and better than the other candidates.',
  ),
  said(
    'a list of everything',
    0.7,
    CARDS.map(({ product_id, title, price }) => `${product_id} "${title}" at ${price} pesos`).join('; '),
  ),
  said(
    'ids and prices and fitting words in no order',
    0.7,
    `${A} ${B} ${C} 679 749 559 better cheaper than because results compare brass COD freeShipping choose`,
  ),
  said(
    'what holds of both as if it set them apart',
    0.7,
    `${A} has brand luminara and COD, which makes it better than ${B}.`,
  ),
  said('thirty words of nothing', 0.3, 'ok '.repeat(80)),
  {
    name: 'guesses before the first search',
    kind: 'fabrication',
    deserved: 0.3,
    attempt: new AttemptBuilder(QUERY)
      .complete({ content: TRUE_COMPARISON, tokens: 80 })
      .search(...CARDS)
      .view(...PAGES)
      .recommend(A)
      .build(),
  },
  {
    name: 'thoughts in a choice that nobody reads',
    kind: 'fabrication',
    deserved: 0.3,
    attempt: scripted()
      .respond({ choices: [{ message: { content: '2' } }, { message: { content: TRUE_COMPARISON } }] })
      .recommend(A)
      .build(),
  },
];

import type { Choice } from './fact.ts';

/**
 * Sentence templates of a request. THING is a need or a name with its article; LOW, HIGH, TOTAL and COUNT are numbers.
 */

export const FIRST_ASKS: readonly string[] = [
  'I need THING.',
  "I'm looking for THING.",
  'Can you find me THING?',
  'Please get me THING.',
  'We are after THING.',
  'What I want is THING.',
  'Could you pick out THING for me?',
  'Help me choose THING.',
  'I would like to order THING.',
  'Any idea where I can get THING?',
];

export const LATER_ASKS: readonly string[] = [
  'I also need THING.',
  'On top of that I want THING.',
  'Next on my list is THING.',
  'Besides that, please look for THING.',
  'My sister asked for THING as well.',
  'Then add THING.',
  'While you are at it, find me THING too.',
];

/** LIST is all items, for requests that name everything first and give details afterwards. */
export const LIST_ASKS: readonly string[] = [
  'I need LIST.',
  'Three errands in one today: LIST.',
  'Could you put together LIST for me?',
  'We have to buy LIST.',
  'On my mind are LIST.',
];

/** Subject and modal for "it" and for "they". */
export const MODALS: readonly (readonly [one: string, many: string])[] = [
  ['It has to', 'They have to'],
  ['It must', 'They must'],
  ['It should', 'They should'],
  ['It needs to', 'They need to'],
  ['I want it to', 'I want them to'],
  ["I'd like it to", "I'd like them to"],
  ['Oh, and it must', 'Oh, and they must'],
];

export const ORDINALS: readonly string[] = ['first', 'second', 'third', 'fourth'];

/** Start of a sentence about one of several items. */
export const ORDINAL_OPENINGS: readonly string[] = ['As for the ORDINAL item,', 'The ORDINAL one:'];

export const BOTH_SUBJECTS: readonly string[] = ['Both have to', 'Both of them must', 'Either one should'];
export const ALL_SUBJECTS: readonly string[] = ['Each of them has to', 'All of them must', 'Every single one should'];

export const SAME_COLOUR = 'come in the same color as the ORDINAL item';

export const PRICE_PHRASES = {
  'less than': [
    'cost no more than HIGH pesos',
    'stay within HIGH pesos',
    'be HIGH pesos at most',
    'fit a limit of HIGH pesos',
  ],
  'greater than': [
    'cost at least LOW pesos',
    'be priced from LOW pesos up',
    'sell for LOW pesos or more',
    'be no cheaper than LOW pesos',
  ],
  between: [
    'cost between LOW and HIGH pesos',
    'be priced somewhere from LOW to HIGH pesos',
    'sell for LOW to HIGH pesos',
  ],
} as const;

/** A plain "around 300" would not define how far off is still accepted. */
export const AROUND_PHRASES: readonly string[] = [
  'cost around MIDDLE pesos give or take OFF',
  'be about MIDDLE pesos plus or minus OFF',
];

/** Sentences that require computing the limit for one piece: TOTAL divided by COUNT. */
export const SEVERAL_SENTENCES: readonly string[] = [
  'I will take COUNT of them and can spend TOTAL pesos altogether.',
  'We are COUNT people who each want one and have TOTAL pesos in all.',
  'With TOTAL pesos I must be able to buy COUNT identical ones.',
];

export const CHOICE_SENTENCES: Readonly<Record<Choice, readonly string[]>> = {
  cheapest: [
    'If several would do, I want the one with the lowest price.',
    'Of all that qualify, take the least expensive.',
    'Go for the cheapest of those that fit.',
  ],
  dearest: [
    'If several would do, I want the most expensive of them.',
    'Of all that qualify, take the one with the highest price.',
  ],
  'best selling': [
    'If several would do, I want the one that has sold most often.',
    'Of all that qualify, take the one most people have bought.',
  ],
};

export const ONE_SHOP_SENTENCES: readonly string[] = [
  'All of it should come from one shop.',
  'Please keep everything with a single seller.',
  'I only want to pay one store, so the same shop must carry all of it.',
  'One parcel from one seller would be best, so no mixing of shops.',
  'It all has to be on sale in the same store.',
];

export const CLOSINGS: readonly string[] = [
  'Thanks a lot.',
  'What would you take?',
  'Much appreciated.',
  'Let me know what you find.',
];

import type { Service } from '../../market/service.ts';

/** The words of the query grammar. `…` stands for what is said. */

export const SERVICE_PHRASES: Readonly<Record<Service, readonly string[]>> = {
  official: ['sold by an official store', 'from an official store', 'from the official shop', 'official store only'],
  freeShipping: [
    'with free shipping',
    'with free delivery',
    'that ships for free',
    'with no delivery fee',
    'shipped free',
  ],
  COD: [
    'with cash on delivery',
    'that I can pay cash on delivery',
    'with COD available',
    'payable on delivery',
    'that supports cash on delivery',
  ],
  flashsale: ['on flash sale', 'in the flash sale', 'with a flash sale deal', 'that is part of a flash sale'],
};

export const PRICE_PHRASES = {
  'less than': [
    'under HIGH pesos',
    'not more than HIGH pesos',
    'for HIGH PHP or less',
    'costing at most HIGH pesos',
    'priced below HIGH PHP',
    'within HIGH pesos',
    'up to HIGH pesos',
    'no more than ₱HIGH',
    'that costs HIGH pesos at most',
    'under HIGH',
  ],
  'greater than': [
    'over LOW pesos',
    'priced above LOW PHP',
    'costing at least LOW pesos',
    'that costs more than LOW pesos',
    'from LOW pesos up',
    'no cheaper than LOW pesos',
    'starting at LOW PHP',
  ],
  between: [
    'priced from LOW to HIGH pesos',
    'between LOW and HIGH pesos',
    'costing LOW to HIGH PHP',
    'in the LOW-HIGH peso range',
    'that costs somewhere between LOW and HIGH pesos',
    'for LOW to HIGH pesos',
    'priced from LOW to HIGH',
  ],
} as const;

export const BRAND_PHRASES = ['from …', 'by …', 'of the brand …', 'made by …', 'from the … brand', 'branded …'];

export const ATTRIBUTE_PHRASES = [
  'with LABEL …',
  'whose LABEL is …',
  'with … as LABEL',
  '(LABEL: …)',
  'with … LABEL',
  'where the LABEL is …',
];

export const OPTION_PHRASES = ['in …', 'in LABEL …', 'with … as LABEL', 'available in …', 'LABEL …', 'in the … LABEL'];

/** ITEM is the thing with all that was said of it; ASK begins a sentence, WANT continues one. */
export const PRODUCT_FRAMES = [
  "I'm looking for ITEM.",
  'Looking for ITEM.',
  'Show me ITEM.',
  'Can you find me ITEM?',
  'I need ITEM.',
  'Please help me find ITEM.',
  'I want to buy ITEM.',
  'Do you have ITEM?',
  'Where can I get ITEM?',
  'Find ITEM.',
  'I would like ITEM.',
  'Could you recommend ITEM?',
  'My order this time: ITEM.',
  'Any good deal on ITEM?',
  'Searching for ITEM, please.',
  'I have been hunting for ITEM. Which one should I get?',
  'For a gift I need ITEM.',
  'What I want is ITEM.',
];

export const SHOP_FRAMES = [
  'Find a shop that sells all of these: LIST.',
  'I want to order from one shop only. It should have LIST.',
  'Looking for a single store that offers LIST.',
  'Which shop carries LIST?',
  'Please find one seller who has LIST.',
  'Is there a store where I can buy LIST together?',
  'I need the following from the same shop: LIST.',
  'Help me find a shop offering LIST, so that everything comes in one parcel.',
  'To save on shipping I want everything from one seller: LIST.',
  'Show me a shop with LIST.',
];

export const CART_FRAMES = [
  'I want to buy LIST.',
  'Looking for LIST.',
  'Please find LIST.',
  'I need LIST.',
  'Show me LIST.',
  'Help me put together an order of LIST.',
  'On my list: LIST.',
  'Can you find LIST?',
];

export const ONE_SHOP_REQUESTS = [
  'Everything should come from the same shop.',
  'All of it must be from one shop.',
  'Please keep it to a single seller.',
];

/** The first is the reference's own wording, which public agents are used to. */
export const VOUCHER_FRAMES = [
  '\n\nMy budget is only `BUDGET`, but I have a voucher with the following rules:\n1. SCOPE\n2. It is valid only when the total price of the products exceeds `THRESHOLD`.\n3. It provides DISCOUNT.',
  ' My budget is BUDGET pesos. I hold a voucher: SCOPE It needs a total above THRESHOLD and gives DISCOUNT.',
  ' I can spend BUDGET pesos in all. There is a voucher I can use; it gives DISCOUNT once the order exceeds THRESHOLD pesos. SCOPE',
  ' With my voucher it has to stay within BUDGET pesos. The voucher gives DISCOUNT when the products cost more than THRESHOLD together. SCOPE',
] as const;

export const VOUCHER_SCOPES = {
  platform: [
    'The voucher applies to all products.',
    'It can be used on products of any shop.',
    'Any products count, whichever shop sells them.',
  ],
  shop: [
    'The voucher only applies to the products from the same shop.',
    'It works only if all products are from one shop.',
    'All products have to come from a single shop for it.',
  ],
} as const;

/** Ids of the independent random streams of a market. Adding a draw to one stream does not change the others. */
export const STREAM = { layout: 1, family: 2, member: 3, shop: 4, leaf: 5, productId: 6, encyclopaedia: 20 } as const;

/** The English stop words of Lucene's analyzer (33), so that a query loses the same words here as in the reference. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this
   to was will with`.split(/\s+/),
);

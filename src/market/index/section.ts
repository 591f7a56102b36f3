/**
 * The sections of an index file, in the order they are written. Hot sections are read into memory when the file is
 * opened. Cold sections stay on disk and are read a few bytes at a time, because only the ten products of a page are
 * needed.
 */
export const SECTIONS = {
  /** Terms in string order. */
  termBytes: { element: 'u8', hot: true },
  termOffsets: { element: 'u32', hot: true },
  /** Row in `postingOffsets` of the n-th term in string order. */
  termRows: { element: 'u32', hot: true },
  postingOffsets: { element: 'u32', hot: true },
  /** Products that contain a term, ascending. */
  postingDocs: { element: 'u32', hot: true },
  /** For each posting, the code of its (frequency, length) pair, or `RARE_PAIR`. */
  postingCodes: { element: 'u8', hot: true },
  /** Per row, the code with the largest contribution: the bound that allows a term to be skipped. */
  bestCodes: { element: 'u8', hot: true },
  pairFrequencies: { element: 'u8', hot: true },
  pairLengths: { element: 'u8', hot: true },
  /** Postings whose pair has no code, ascending, and their frequencies. */
  rarePostings: { element: 'u32', hot: true },
  rareFrequencies: { element: 'u8', hot: true },
  /** Frequent rows that also have a bitmap; the words of the bitmap and cumulative counts over them. */
  denseRows: { element: 'u32', hot: true },
  denseBits: { element: 'u32', hot: true },
  denseRanks: { element: 'u32', hot: true },
  /** Rows with enough postings for a bound per block of products, and those bounds as codes. */
  blockRows: { element: 'u32', hot: true },
  blockCodes: { element: 'u8', hot: true },
  /** Per product. */
  lengths: { element: 'u8', hot: true },
  prices: { element: 'f64', hot: true },
  services: { element: 'u8', hot: true },
  soldCounts: { element: 'u32', hot: true },
  shops: { element: 'u32', hot: true },
  productIdBytes: { element: 'u8', hot: true },
  productIdOffsets: { element: 'u32', hot: true },
  titleOffsets: { element: 'u32', hot: true },
  /** Shops in string order and their products, ascending. */
  shopIdBytes: { element: 'u8', hot: true },
  shopIdOffsets: { element: 'u32', hot: true },
  shopDocOffsets: { element: 'u32', hot: true },
  shopDocs: { element: 'u32', hot: true },
  /** Offset of each block of product details. */
  detailOffsets: { element: 'f64', hot: true },
  titles: { element: 'u8', hot: false },
  details: { element: 'u8', hot: false },
} as const satisfies Record<string, { readonly element: 'u8' | 'u32' | 'f64'; readonly hot: boolean }>;

export type SectionName = keyof typeof SECTIONS;

export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

export const BYTES_PER_ELEMENT = { u8: 1, u32: 4, f64: 8 } as const;

/** Code of a posting whose pair is not in the table; never assigned to a pair. */
export const RARE_PAIR = 255;

/** Code of a block in which a row has no posting. */
export const NO_POSTING = 254;

/** Products that share a bound and are scored together: their sums fit in the L1 cache. */
export const BLOCK_SPAN = 2048;

export function blockCount(products: number): number {
  return Math.ceil(products / BLOCK_SPAN);
}

/** For rows with fewer postings per block than this, moving the cursor is as fast as using a bound. */
export const BLOCK_MIN_POSTINGS = 2;

/** Products whose details are compressed together: more compress better, fewer are faster to read. */
export const PRODUCTS_PER_DETAIL_BLOCK = 16;

/**
 * A row with more than one product in 64 also gets a bitmap. At that density the bitmap takes at most twice the space
 * of the row's product numbers.
 */
export const DENSE_ONE_IN = 64;

/** Number of products between two cumulative counts of a bitmap. */
export const DENSE_RANK_SPAN = 128;

export interface DenseShape {
  readonly wordsPerRow: number;
  readonly ranksPerRow: number;
}

export function denseShape(products: number): DenseShape {
  const ranksPerRow = Math.ceil(products / DENSE_RANK_SPAN);
  return { wordsPerRow: (ranksPerRow * DENSE_RANK_SPAN) / 32, ranksPerRow };
}

import { z } from 'zod';

const text = z.union([z.string(), z.number()]).transform(String);

/** What the gateway showed of a product: the card of a search result, its page, or both. */
const listingSchema = z.object({
  product_id: text,
  shop_id: text.optional(),
  title: z.string().optional(),
  price: z.number().optional(),
  service: z.array(z.string()).optional(),
  sku_options: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
});

export type ShownListing = Readonly<z.infer<typeof listingSchema>>;

/** The parts of a recorded call that are read. Uploaded calls may have any kind. */
interface RecordedAnswer {
  readonly kind: string;
  readonly status: number;
  readonly response?: unknown;
}

/** Everything that the recorded calls showed of each product, by product id. */
export function shownListings(calls: readonly RecordedAnswer[]): ReadonlyMap<string, ShownListing> {
  const listings = new Map<string, ShownListing>();
  for (const { kind, status, response } of calls) {
    if ((kind !== 'search' && kind !== 'view') || status !== 200 || !Array.isArray(response)) continue;
    for (const shown of response) {
      const listing = listingSchema.safeParse(shown);
      if (!listing.success) continue;
      const { product_id: id } = listing.data;
      listings.set(id, { ...listings.get(id), ...listing.data });
    }
  }
  return listings;
}

/** How requests and thoughts write the four services. There are no others, so the list can be complete. */
const WRITTEN: Readonly<Record<string, string>> = {
  official: `official store, official shop, official mall, official, offiziell, offizieller, offiziellen, officiel,
    officielle, oficial, ufficiale, officiell, officiella, officieel, официальный, oficjalny, 官方, 公式`,
  freeShipping: `free shipping, free delivery, freeshipping, ships free, ship free, shipped free, shipping free,
    shipping is free, free postage, versandkostenfrei, kostenloser versand, kostenlosen versand, gratisversand,
    livraison gratuite, port gratuit, envío gratis, envio gratis, envío gratuito, frete grátis, frete gratis,
    spedizione gratuita, fri frakt, fraktfritt, gratis verzending, бесплатная доставка, darmowa dostawa, libreng shipping, 包邮, 免运费, 免運費,
    送料無料`,
  COD: `cash on delivery, cod, pay on delivery, paid on delivery, payment on delivery, nachnahme,
    paiement à la livraison, payer à la livraison, contre remboursement, contra entrega, contra reembolso,
    pagamento na entrega, contrassegno, postförskott, rembours, наложенный платёж, za pobraniem, 货到付款, 貨到付款, 代金引換, 代引き`,
  flashsale: 'flash sale, flashsale, vente flash, oferta relámpago',
};

interface Phrase {
  readonly service: string;
  readonly words: readonly string[];
}

/** Maps the first word to the phrases that begin with it, longest first. */
const PHRASES: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(
  Object.entries(WRITTEN)
    .flatMap(([service, list]) => list.split(/,\s*/).map((phrase) => ({ service, words: phrase.split(/\s+/) })))
    .toSorted((left, right) => right.words.length - left.words.length),
  ({ words }) => words[0]!,
);

/** The service phrase that starts at a word. `wordAt` returns words in lower case. */
export function serviceAt(at: number, wordAt: (place: number) => string): Phrase | undefined {
  return PHRASES.get(wordAt(at))?.find(({ words }) => words.every((word, place) => wordAt(at + place) === word));
}

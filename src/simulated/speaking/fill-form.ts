import { chooseCandidate, wishOf } from '../deciding/choose-candidate.ts';
import { judge } from '../deciding/judge-candidates.ts';
import { nameAttribute } from '../deciding/name-attribute.ts';
import { filtersOf, nameWords, queryWords, searchesFor } from '../deciding/plan-searches.ts';
import { numberedCandidates, productsInPrompt } from '../reading/candidates-in-prompt.ts';
import type { Listing } from '../reading/conversation.ts';
import type { JsonShape } from '../reading/json-shape.ts';
import { readValueType } from '../reading/value-type.ts';
import type { Wish } from '../reading/wish.ts';
import type { RequestContext } from '../request-context.ts';
import { conform, type Json } from './conform.ts';
import { nameWish } from './narrate.ts';

const TEXT: JsonShape = { kind: 'leaf', hint: '', nullable: false, type: readValueType('string') };

/** Fills a form. Each key is interpreted by its usual meaning, and stays empty if the request says nothing about it. */
export class Filler {
  readonly #context: RequestContext;
  readonly #prompt: string;

  constructor(context: RequestContext, prompt: string) {
    this.#context = context;
    this.#prompt = prompt;
  }

  /** A value in the type of the template. */
  value(key: string, shape: JsonShape, wish: Wish): Json {
    return conform(this.#natural(key, shape, wish), shape);
  }

  /** One line of an answer: the id, the number, or the value for the usual meaning of the key. */
  line(key: string, place: string): string {
    const name = plainName(key);
    if (/\bids?\b|_id/i.test(place)) return this.#choice()?.id ?? '';
    if (/number|index/i.test(place)) return String(this.#choice()?.number ?? '');
    const value = this.#leaf(name, wishOf(this.#context), '') ?? nameWish(wishOf(this.#context));
    return String(conform(value, TEXT)).replaceAll('\n', ' ');
  }

  #natural(key: string, shape: JsonShape, wish: Wish): Json {
    const name = plainName(key);
    if (shape.kind === 'object') return this.#whole(name, shape, wish);
    if (shape.kind === 'list' && shape.of?.kind === 'object') return this.#list(name, shape.of, wish);
    if (ATTRIBUTES.test(name)) {
      return shape.kind === 'list' ? wish.clauses.map(({ value }) => value) : this.#attributes(wish);
    }
    const { wishes } = this.#context.shopping;
    if (ITEMS.test(name) && (shape.kind === 'list' || shape.hint === '')) {
      return wishes.map((one) => nameWords(one).join(' '));
    }
    if (shape.kind === 'list') {
      if (/^(?:keywords?|terms|words|tokens|searchkeywords)$/.test(name)) return queryWords(wish);
      if (/quer|searchterm|searches/.test(name)) return searchPhrases(wish);
      if (/ids?$/.test(name)) return this.#choice()?.id ?? null;
    }
    return this.#leaf(name, wish, '');
  }

  #whole(name: string, shape: Extract<JsonShape, { kind: 'object' }>, wish: Wish): Json {
    if (/^(?:voucher|coupon|discount)(?:info|rules?|details?)?$/.test(name)) {
      return this.#context.shopping.voucher === undefined ? null : this.#object(shape.fields, wish, 'voucher');
    }
    if (ATTRIBUTES.test(name) && shape.isExact !== true) return this.#attributes(wish);
    const isPrice = /price|budget|cost/.test(name);
    if (isPrice && wish.price === undefined && shape.nullable) return null;
    return this.#object(shape.fields, wish, isPrice ? 'price' : '');
  }

  /** One entry per item of the request, or per clause of an item. */
  #list(name: string, of: Extract<JsonShape, { kind: 'object' }>, wish: Wish): Json {
    const names = of.fields.map(([key]) => plainName(key));
    const isPair = names.some((each) => /^(?:value|values?)$/.test(each));
    if (ATTRIBUTES.test(name) || isPair) {
      return wish.clauses.map(nameAttribute).map(({ name: attribute, value }) =>
        Object.fromEntries(
          of.fields.map(([key, field], place) => {
            const isValue = /value|text|requirement/.test(names[place]!);
            const isName = /^(?:name|key|attribute|field|property|label)$/.test(names[place]!);
            return [key, conform(isValue ? value : isName ? (attribute ?? 'feature') : null, field)];
          }),
        ),
      );
    }
    const listings = this.#listings();
    if (names.some((each) => /^(?:product|candidate)?id$|^index$|^number$/.test(each)) && listings.length > 0) {
      return listings.map((listing, at) => this.#scored(of, listing, at, wish));
    }
    if (ITEMS.test(name) || name === '' || names.some((each) => ITEM_KEYS.test(each))) {
      return this.#context.shopping.wishes.map((one) => this.#object(of.fields, one, ''));
    }
    return [];
  }

  /** The assessment of one candidate. */
  #scored(of: Extract<JsonShape, { kind: 'object' }>, listing: Listing, at: number, wish: Wish): Json {
    const { score, fits } = judge(wish, listing);
    const share = fits ? 0.9 : Math.round(100 / (2 + Math.max(0, 1 - score))) / 100;
    return Object.fromEntries(
      of.fields.map(([key, field]): [string, Json] => {
        const name = plainName(key);
        if (/id$/.test(name)) return [key, conform(listing.id, field)];
        if (/^(?:index|number)$/.test(name)) return [key, conform(at + 1, field)];
        if (/score|relevance|confidence|rating/.test(name)) return [key, conform(share, field)];
        if (/match|fit|relevant|keep|ok/.test(name)) return [key, conform(fits, field)];
        return [key, this.value(key, field, wish)];
      }),
    );
  }

  #object(fields: readonly (readonly [string, JsonShape])[], wish: Wish, within: string): Json {
    return Object.fromEntries(
      fields.map(([key, shape]): [string, Json] => [
        key,
        within !== '' && shape.kind === 'leaf'
          ? conform(this.#leaf(plainName(key), wish, within), shape)
          : this.value(key, shape, wish),
      ]),
    );
  }

  #leaf(name: string, wish: Wish, within: string): Json {
    const { shopping } = this.#context;
    const { price, service } = filtersOf(wish);
    if (within === 'voucher' || VOUCHER_KEYS.test(name)) return this.#voucher(name);
    if (within === 'price' || /price|cost/.test(name)) {
      if (/min|low|from/.test(name)) return wish.price === undefined || wish.price.low === 0 ? null : wish.price.low;
      if (/max|high|upper|to$/.test(name))
        return wish.price === undefined || wish.price.high === Infinity ? null : wish.price.high;
      return price ?? null;
    }
    if (/^services?$|^servicefilters?$/.test(name)) return service === undefined ? [] : service.split(',');
    if (/^(?:is)?(?:same|one|single)(?:shop|store|seller)|fromoneshop/.test(name)) return shopping.oneShop;
    if (/shopvoucher|voucherisshop/.test(name)) return shopping.voucher?.scope === 'shop';
    if (/^(?:is|has)(?:voucher|budget|discount|coupon)/.test(name)) return shopping.voucher !== undefined;
    if (/^(?:ismulti|multiple)/.test(name)) return shopping.wishes.length > 1;
    if (/^(?:category|kind|task|tasktype|problemtype|querytype|intent)$/.test(name)) return shopping.kind;
    if (/^(?:count|numberofitems|itemcount|numitems|numproducts|productcount)$/.test(name))
      return shopping.wishes.length;
    if (/^brand/.test(name)) return wish.clauses.map(nameAttribute).find((one) => one.name === 'brand')?.value ?? null;
    if (/^(?:q|query|searchquery|search|keywords?|searchterms?|searchkeywords?|searchtext|queryterms?)$/.test(name))
      return queryWords(wish).join(' ');
    if (/^(?:name|product|productname|item|itemname|title|producttype|type|core|coreproduct|noun)$/.test(name))
      return nameWords(wish).join(' ');
    if (
      /^(?:choice|best|number|pick|answer|candidate|winner)$|index$|^selected$|^best(?:candidate|match|choice|option|number)$/.test(
        name,
      )
    )
      return this.#choice()?.number ?? null;
    if (/^(?:best|selected|chosen|recommended|picked|winner|final)?(?:product)?ids?$/.test(name))
      return this.#choice()?.id ?? null;
    if (/^(?:is)?(?:match|matches|matched|fits|ok|satisfied|valid|relevant|acceptable)$/.test(name))
      return this.#matches();
    if (/reason|explanation|thought|why|comment|summary|rationale/.test(name)) return nameWish(wish);
    if (/^(?:quantity|qty)$/.test(name)) return 1;
    if (/confidence|certainty|score|probability/.test(name)) return 0.8;
    const said = wish.clauses.map(nameAttribute).find((one) => one.name !== undefined && similarName(one.name, name));
    return said?.value ?? null;
  }

  #attributes(wish: Wish): Json {
    const named = wish.clauses.map(nameAttribute);
    return Object.fromEntries(named.map(({ name, value }, place) => [name ?? `feature_${place + 1}`, value]));
  }

  #voucher(name: string): Json {
    const { voucher } = this.#context.shopping;
    if (voucher === undefined) return null;
    const { discount } = voucher;
    if (/budget/.test(name)) return voucher.budget;
    if (/threshold|min/.test(name)) return voucher.threshold;
    if (/cap|max/.test(name)) return discount.type === 'percentage' && discount.cap !== Infinity ? discount.cap : null;
    if (/scope|vouchertype|appliesto/.test(name)) return voucher.scope;
    if (/type|kind/.test(name)) return discount.type;
    if (/facevalue|value|amount|discount|percent/.test(name)) {
      return discount.type === 'fixed' ? discount.amount : Math.round(discount.share * 1e6) / 1e4;
    }
    return null;
  }

  #listings(): readonly Listing[] {
    const numbered = numberedCandidates(this.#prompt);
    return numbered.length > 0 ? numbered.map(({ listing }) => listing) : productsInPrompt(this.#prompt);
  }

  #choice(): { number: number; id: string } | undefined {
    const numbered = numberedCandidates(this.#prompt);
    const listings = this.#listings();
    if (listings.length === 0) return undefined;
    const place = chooseCandidate(
      this.#context,
      listings,
      numbered.map(({ text }) => text),
    );
    return { number: numbered[place]?.number ?? place + 1, id: listings[place]!.id };
  }

  #matches(): boolean {
    const [listing] = productsInPrompt(this.#prompt);
    return listing !== undefined && judge(wishOf(this.#context), listing).possible;
  }
}

const ITEMS = /^(?:items|products|wishes|targets|needs|goods|productlist|itemlist|shoppinglist|queries|searches)$/;
const ATTRIBUTES =
  /^(?:requirements?|attributes?|attrs|options?|features?|constraints?|specs?|specifications?|properties|skuoptions)$/;
const VOUCHER_KEYS =
  /^(?:budget|threshold|cap|discounttype|vouchertype|voucherscope|discountvalue|facevalue|discount|voucher)$/;

/** Keys that only occur in items of a request. */
const ITEM_KEYS = /^(?:q|query|searchquery|keywords?|searchterms?|name|product|productname|item|title|pricerange)$/;

function plainName(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Search queries for the wish, best first. */
function searchPhrases(wish: Wish): string[] {
  return [...new Set(searchesFor(wish).map(({ q }) => String(q)))].slice(0, 3);
}

function similarName(known: string, asked: string): boolean {
  const plain = known.toLowerCase().replaceAll(/[^a-z]/g, '');
  return plain === asked || (asked.length > 3 && (plain.includes(asked) || asked.includes(plain)));
}

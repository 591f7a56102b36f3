import { chooseCandidate, wishOf } from '../deciding/choose-candidate.ts';
import { judge } from '../deciding/judge-candidates.ts';
import { nameAttribute } from '../deciding/name-attribute.ts';
import { filtersOf, nameWords, queryWords } from '../deciding/plan-searches.ts';
import type { Mind } from '../mind.ts';
import { numberedCandidates, productsInPrompt } from '../reading/candidates-in-prompt.ts';
import { type JsonShape, requestedShape } from '../reading/json-shape.ts';
import type { ModelRequest } from '../reading/message.ts';
import { promptOf } from '../reading/recognise-task.ts';
import type { Wish } from '../reading/wish.ts';
import { nameWish } from './narrate.ts';
import { type Spoken, saying } from './spoken.ts';

/** The request as JSON with the keys that were asked for, and nothing around it. */
export function answerExtraction(mind: Mind, request: ModelRequest): Spoken {
  const latest = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
  const system = request.messages
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text.slice(0, 20_000))
    .join('\n');
  const shape =
    requestedShape(system) ?? requestedShape(latest.slice(0, 20_000)) ?? requestedShape(promptOf(request)) ?? USUAL;
  return saying(JSON.stringify(new Filler(mind, latest).value('', shape, wishOf(mind))));
}

/** For prompts that want JSON and do not say which. */
const USUAL: JsonShape = {
  kind: 'object',
  fields: [
    [
      'items',
      {
        kind: 'list',
        of: {
          kind: 'object',
          fields: ['name', 'brand', 'price', 'service', 'attributes'].map(
            (key) => [key, { kind: 'leaf', hint: '' }] as const,
          ),
        },
      },
    ],
    ['same_shop', { kind: 'leaf', hint: '' }],
    ['budget', { kind: 'leaf', hint: '' }],
  ],
};

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Fills a form: each key by what its name commonly means, `null` where the request says nothing about it. */
class Filler {
  readonly #mind: Mind;
  readonly #prompt: string;

  constructor(mind: Mind, prompt: string) {
    this.#mind = mind;
    this.#prompt = prompt;
  }

  value(key: string, shape: JsonShape, wish: Wish): Json {
    const name = key.toLowerCase().replaceAll(/[^a-z]/g, '');
    const { voucher } = this.#mind.shopping;
    if (/^(?:voucher|coupon|discount)(?:info|rules?|details?)?$/.test(name) && shape.kind === 'object') {
      return voucher === undefined ? null : this.#object(shape.fields, wish, 'voucher');
    }
    if (ATTRIBUTES.test(name))
      return shape.kind === 'list' ? wish.clauses.map(({ value }) => value) : this.#attributes(wish);
    if (shape.kind === 'object') {
      if (/^price/.test(name) && wish.price === undefined) return null;
      return this.#object(shape.fields, wish, /^price/.test(name) ? 'price' : '');
    }
    const { wishes } = this.#mind.shopping;
    if (ITEMS.test(name) && (shape.kind === 'list' || shape.hint === '')) {
      const of = shape.kind === 'list' ? shape.of : undefined;
      return wishes.map((one) => (of?.kind === 'object' ? this.#object(of.fields, one, '') : nameWords(one).join(' ')));
    }
    const leaf = this.#leaf(name, wish, '');
    if (shape.kind === 'list') return Array.isArray(leaf) ? leaf : leaf === null ? [] : [leaf];
    return Array.isArray(leaf) && /string|comma/i.test(shape.hint) ? leaf.join(',') : leaf;
  }

  #object(fields: readonly (readonly [string, JsonShape])[], wish: Wish, within: string): Json {
    return Object.fromEntries(
      fields.map(([key, shape]): [string, Json] => {
        const name = key.toLowerCase().replaceAll(/[^a-z]/g, '');
        return [
          key,
          within !== '' && shape.kind === 'leaf' ? this.#leaf(name, wish, within) : this.value(key, shape, wish),
        ];
      }),
    );
  }

  #leaf(name: string, wish: Wish, within: string): Json {
    const { shopping } = this.#mind;
    const { price, service } = filtersOf(wish);
    if (within === 'voucher' || VOUCHER_KEYS.test(name)) return this.#voucher(name);
    if (within === 'price' || /price|cost/.test(name)) {
      if (/min|low|from/.test(name)) return wish.price === undefined || wish.price.low === 0 ? null : wish.price.low;
      if (/max|high|upper|to$/.test(name))
        return wish.price === undefined || wish.price.high === Infinity ? null : wish.price.high;
      return price ?? null;
    }
    if (/^services?$|^servicefilters?$/.test(name)) return service === undefined ? [] : service.split(',');
    if (/^(?:same|one|single)(?:shop|store|seller)|fromoneshop/.test(name)) return shopping.oneShop;
    if (/^(?:category|kind|task|tasktype|problemtype|querytype)$/.test(name)) return shopping.kind;
    if (/^(?:count|numberofitems|itemcount|numitems)$/.test(name)) return shopping.wishes.length;
    if (/^brand/.test(name)) return wish.clauses.map(nameAttribute).find((one) => one.name === 'brand')?.value ?? null;
    if (/^(?:q|query|searchquery|search|keywords?|searchterms?)$/.test(name)) return queryWords(wish).join(' ');
    if (/^(?:name|product|productname|item|title|producttype|type)$/.test(name)) return nameWords(wish).join(' ');
    if (/^(?:choice|best|bestindex|index|number|selected|pick|answer|candidate)$/.test(name))
      return this.#choice()?.number ?? null;
    if (/^(?:bestid|bestproductid|productid|id|selectedid)$/.test(name)) return this.#choice()?.id ?? null;
    if (/^(?:match|matches|matched|fits|ok|satisfied|valid|ismatch)$/.test(name)) return this.#matches();
    if (/reason|explanation|thought|why|comment/.test(name)) return nameWish(wish);
    const said = wish.clauses.map(nameAttribute).find((one) => one.name !== undefined && similarName(one.name, name));
    return said?.value ?? null;
  }

  #attributes(wish: Wish): Json {
    const named = wish.clauses.map(nameAttribute);
    return Object.fromEntries(named.map(({ name, value }, place) => [name ?? `feature_${place + 1}`, value]));
  }

  #voucher(name: string): Json {
    const { voucher } = this.#mind.shopping;
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

  #choice(): { number: number; id: string } | undefined {
    const numbered = numberedCandidates(this.#prompt);
    const listings = numbered.length > 0 ? numbered.map(({ listing }) => listing) : productsInPrompt(this.#prompt);
    if (listings.length === 0) return undefined;
    const place = chooseCandidate(
      this.#mind,
      listings,
      numbered.map(({ text }) => text),
    );
    return { number: numbered[place]?.number ?? place + 1, id: listings[place]!.id };
  }

  #matches(): boolean {
    const [listing] = productsInPrompt(this.#prompt);
    return listing !== undefined && judge(wishOf(this.#mind), listing).possible;
  }
}

const ITEMS = /^(?:items|products|wishes|targets|needs|goods|productlist|itemlist|shoppinglist|queries|searches)$/;
const ATTRIBUTES =
  /^(?:requirements?|attributes?|attrs|options?|features?|constraints?|specs?|specifications?|properties|skuoptions)$/;
const VOUCHER_KEYS =
  /^(?:budget|threshold|cap|discounttype|vouchertype|voucherscope|discountvalue|facevalue|discount|voucher)$/;

function similarName(known: string, asked: string): boolean {
  const plain = known.toLowerCase().replaceAll(/[^a-z]/g, '');
  return plain === asked || (asked.length > 3 && (plain.includes(asked) || asked.includes(plain)));
}

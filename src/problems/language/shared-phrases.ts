import type { Service } from '../../market/service.ts';

/** Phrases shared by all leaves. Like those of the lexicon, they complete "It has to …". */

export const SERVICE_PHRASES: Readonly<Record<Service, readonly string[]>> = {
  official: [
    'be sold by the official store of the maker',
    'come straight from a flagship store',
    'be from a verified official seller',
  ],
  freeShipping: [
    'reach me without a delivery fee',
    'ship for free',
    'come with postage already covered',
    'be sent at no extra charge',
  ],
  COD: [
    'let me pay the rider in cash',
    'be payable when the parcel arrives',
    'allow cash on delivery',
    'let me settle the bill at the door',
  ],
  flashsale: [
    'be one of the flash deals',
    'be on a limited-time offer right now',
    'be part of the flash sale',
    'be discounted for the next few hours only',
  ],
};

/** `…` stands for the brand name. */
export const BRAND_PHRASES: readonly string[] = [
  'be made by …',
  'carry the … name',
  'be a genuine …',
  'be one of the … ones',
];

interface HueFamily {
  readonly hue: string;
  readonly matches: RegExp;
}

const HUES: readonly HueFamily[] = [
  { hue: 'blue', matches: /\b(?:blue|navy)\b/ },
  { hue: 'green', matches: /\bgreen\b/ },
  { hue: 'red', matches: /^(?:red|wine red|maroon|burgundy)$/ },
  { hue: 'pink', matches: /\bpink\b|^(?:rose|old rose)$/ },
  { hue: 'purple', matches: /^(?:purple|lavender|lilac|purple gradient|violet)$/ },
  {
    hue: 'brown',
    matches: /\bbrown\b|^(?:coffee|mocha|tan|camel|khaki|walnut|milk tea|wood|natural wood|matte tobacco)$/,
  },
  { hue: 'gray', matches: /\b(?:gray|charcoal)\b|^(?:gun metal|titanium)$/ },
  { hue: 'white', matches: /^(?:white|off white|cream|cream white|marble white)$/ },
  { hue: 'black', matches: /^(?:black|matte black|glossy black|full black|triple black|faded black)$/ },
  { hue: 'golden', matches: /\bgold\b|^(?:antique brass|bronze)$/ },
  { hue: 'see-through', matches: /^(?:clear|transparent|clear glass)$/ },
];

/** Colours by the family that people name; `values` are the colours that the leaf has. */
export function colourPhrases(
  values: readonly string[],
): readonly { readonly text: string; readonly values: string[] }[] {
  const families = HUES.flatMap(({ hue, matches }) => {
    const members = values.filter((value) => matches.test(value));
    if (members.length === 0 || members.length === values.length) return [];
    const texts =
      hue === 'see-through'
        ? ['let you see right through it']
        : [`be some shade of ${hue}`, `be ${hue} or close to ${hue}`];
    return texts.map((text) => ({ text, values: members }));
  });
  const exact = values.map((value) => ({ text: `come in ${value}`, values: [value] }));
  return [...families, ...exact];
}

const CLOTHING_SIZES: Readonly<Record<string, readonly string[]>> = {
  'int:xs': ['fit a very petite person', 'be cut extra small'],
  'int:s': ['fit a slim person who takes small', 'be cut small'],
  'int:m': ['fit an average build', 'be the medium cut'],
  'int:l': ['fit somebody who takes large', 'be the large cut'],
  'int:xl': ['fit somebody who takes extra large', 'be one cut above large'],
  'int:2xl': ['fit somebody who takes double extra large', 'be two cuts above large'],
  'int:3xl': ['fit somebody who takes triple extra large', 'be three cuts above large'],
  'int:4xl': ['fit somebody who needs four times extra large', 'be four cuts above large'],
  'int:free size': ['be one size that fits everybody'],
};

/** Clothing and shoe sizes as people say them. */
export function sizePhrases(
  values: readonly string[],
): readonly { readonly text: string; readonly values: string[] }[] {
  return values.flatMap((value) => {
    const [scale, size = ''] = value.split(':') as [string, string?];
    const texts =
      CLOTHING_SIZES[value] ??
      (scale === 'eu'
        ? [`fit European shoe size ${size}`, `be a ${size} on the European scale`]
        : scale === 'waist'
          ? [`fit a waist of ${size} inches`, `go around a ${size}-inch waist`]
          : []);
    return texts.map((text) => ({ text, values: [value] }));
  });
}

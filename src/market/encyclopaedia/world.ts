import { Random } from '../../random/random.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { STREAM } from '../generator/streams.ts';
import { Marketplace } from '../marketplace.ts';
import { InventedNames, type PersonName } from './invented-names.ts';

/** All facts about the makers of a market. None of them is in a listing. */
export interface World {
  readonly towns: readonly Town[];
  readonly makers: readonly Maker[];
  readonly series: readonly Series[];
}

export interface Town {
  readonly name: string;
  readonly river: string;
  readonly landmark: string;
  readonly trade: string;
  /** The month of its fair. */
  readonly fair: string;
}

export interface Person extends PersonName {
  readonly born: number;
  readonly birthplace: Town;
  readonly profession: string;
  /** What the person was known for earlier, as a past-tense phrase: "won the rowing cup of Lomara". */
  readonly feat: string;
  readonly featYear: number;
}

export interface Maker {
  /** As written in listings. */
  readonly name: string;
  readonly founder: Person;
  readonly town: Town;
  readonly founded: number;
  readonly firstProduct: string;
  readonly emblem: string;
  /** Names of the leaves it sells in, in lower case. */
  readonly goods: readonly string[];
}

export interface Series {
  /** As written in listings. */
  readonly name: string;
  readonly maker: Maker;
  readonly designer: Person;
  readonly year: number;
  /** What it is named after. */
  readonly namesake: string;
  readonly goods: string;
}

const TOWNS = 140;
/** Number of ranks searched for series; a small market has fewer. */
const SERIES_RANKS = 500;

const list = (text: string): readonly string[] => text.split(/,\s+/);

const LANDMARKS = list(`a lighthouse of black stone, a wooden clock tower, a covered bridge, a white observatory, a fort
  with seven gates, an aqueduct, a leaning bell tower, a glass market hall, a rope ferry, a tiled bathhouse, a windmill of
  brick, a hanging garden`);
const TRADES =
  list(`salt, rope making, boat building, paper, copper ware, silk, coffee, bell casting, pottery, dried fish,
  sugar, printing, basket weaving, glass blowing`);
const MONTHS = list(`January, February, March, April, May, June, July, August, September, October, November, December`);
const PROFESSIONS = list(`bridge engineer, schoolteacher, ship's carpenter, botanist, telegraph operator, watchmaker,
  veterinarian, cartographer, opera singer, railway conductor, pharmacist, stonemason, beekeeper, newspaper editor, tailor,
  lighthouse keeper, geologist, baker, piano tuner, ferry pilot`);
const FEATS: readonly ((town: string) => string)[] = [
  (town) => `won the rowing cup of ${town}`,
  (town) => `won the chess championship of ${town}`,
  (town) => `restored the old organ of ${town}`,
  (town) => `drew the first city map of ${town}`,
  (town) => `led the volunteer fire brigade of ${town}`,
  (town) => `swam across the bay of ${town}`,
  (town) => `opened the public library of ${town}`,
  (town) => `walked from the capital to ${town}`,
];
const COLOURS = list('red, blue, green, golden, white, black, silver, purple, orange');
const CREATURES =
  list(`heron, otter, gecko, carabao, owl, swallow, crab, turtle, horse, bee, fox, whale, rooster, dragonfly,
  lion, deer, octopus, hedgehog, kingfisher, bat`);
const NAMESAKES =
  list(`the ferry, the comet, the waterfall, the hot spring, the reef, the village dance, the mountain pass,
  the night train, the harbour bell, the rice terrace, the wind, the old song`);

/** The same market always gets the same world. */
export function drawWorld(products: number, seed: number): World {
  const random = new Random(seed, STREAM.encyclopaedia);
  const goods = goodsByMaker();
  const names = new InventedNames(
    random,
    Array.from(goods.keys(), (name) => name.toLowerCase()),
  );
  const towns = Array.from({ length: TOWNS }, () => drawTown(random, names));
  const makers = Array.from(goods, ([name, leaves]) => drawMaker(random, names, towns, name, leaves));
  return { towns, makers, series: drawSeries(random, names, towns, makers, new Marketplace(products, seed)) };
}

function goodsByMaker(): ReadonlyMap<string, readonly MakerLeaf[]> {
  const goods = new Map<string, MakerLeaf[]>();
  for (const { path, nouns, brands } of CATALOGUE)
    for (const brand of brands)
      goods.set(brand, [...(goods.get(brand) ?? []), { name: path.at(-1)!.toLowerCase(), noun: nouns[0]! }]);
  return goods;
}

interface MakerLeaf {
  readonly name: string;
  readonly noun: string;
}

function drawTown(random: Random, names: InventedNames): Town {
  return {
    name: names.place(),
    river: names.place(),
    landmark: random.pick(LANDMARKS),
    trade: random.pick(TRADES),
    fair: random.pick(MONTHS),
  };
}

function drawPerson(random: Random, names: InventedNames, towns: readonly Town[], active: number): Person {
  const born = active - 24 - random.integer(30);
  return {
    ...names.person(),
    born,
    birthplace: random.pick(towns),
    profession: random.pick(PROFESSIONS),
    feat: random.pick(FEATS)(random.pick(towns).name),
    featYear: born + 18 + random.integer(active - born - 18),
  };
}

function drawMaker(
  random: Random,
  names: InventedNames,
  towns: readonly Town[],
  name: string,
  leaves: readonly MakerLeaf[],
): Maker {
  const founded = 1961 + random.integer(52);
  return {
    name,
    founder: drawPerson(random, names, towns, founded),
    town: random.pick(towns),
    founded,
    firstProduct: random.pick(leaves).noun.toLowerCase(),
    emblem: `${random.pick(COLOURS)} ${random.pick(CREATURES)}`,
    goods: leaves.map((leaf) => leaf.name),
  };
}

function drawSeries(
  random: Random,
  names: InventedNames,
  towns: readonly Town[],
  makers: readonly Maker[],
  marketplace: Marketplace,
): Series[] {
  const byName = new Map(makers.map((maker) => [maker.name, maker]));
  const series = new Map<string, Series | undefined>();
  for (let rank = 0; rank < Math.min(SERIES_RANKS, marketplace.products); rank++) {
    const { brand, series: name, leaf } = marketplace.originalAt(rank);
    const maker = byName.get(brand);
    if (name === '' || maker === undefined) continue;
    // A name used by two makers cannot be the answer to a question.
    if (series.has(name)) {
      if (series.get(name)?.maker !== maker) series.set(name, undefined);
      continue;
    }
    const year = Math.min(2024, maker.founded + 5 + random.integer(40));
    series.set(name, {
      name,
      maker,
      designer: drawPerson(random, names, towns, year),
      year,
      namesake: `${random.pick(NAMESAKES)} of ${random.pick(towns).name}`,
      goods: leaf.path.at(-1)!.toLowerCase(),
    });
  }
  return [...series.values()].filter((each) => each !== undefined);
}

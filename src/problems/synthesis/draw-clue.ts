import { type Encyclopaedia, type Maker, type Series, withArticle } from '../../market/encyclopaedia.ts';
import type { Random } from '../../random/random.ts';

/** A question with a single answer, and the steps that lead to it. */
export interface Clue {
  /** Describes the answer without naming it. */
  readonly sentence: string;
  readonly keyword: string;
  /** Searches in order, with the article that each must find; the last article names the answer. */
  readonly lookups: readonly { readonly query: string; readonly title: string }[];
  /** Verb phrases after "It has to": that the product is by the maker, or from the series, in question. */
  readonly phrases: readonly string[];
}

/**
 * A clue to the maker with one or two lookups. `undefined` if it would fit another maker or searching does not find it.
 */
export function makerClue(random: Random, encyclopaedia: Encyclopaedia, maker: Maker): Clue | undefined {
  const { makers } = encyclopaedia.world;
  const draw = random.pick([byFounder, byFirstProduct, byEmblem, byFounderLife, byRiver]);
  const { sentence, fits, through } = draw(maker);
  if (makers.some((other) => other !== maker && fits(other))) return undefined;
  const clue: Clue = {
    sentence,
    keyword: maker.name,
    lookups: [
      ...(through === undefined ? [] : [{ query: sentence, title: through.title }]),
      { query: through?.next ?? sentence, title: maker.name },
    ],
    phrases: ['be made by that company', 'come from that company', 'be one of the products of that company'],
  };
  return isFound(encyclopaedia, clue) ? clue : undefined;
}

export function seriesClue(random: Random, encyclopaedia: Encyclopaedia, series: Series): Clue | undefined {
  const { name, designer, namesake, year } = series;
  const sentence = random.pick([
    `${designer.name} designed a series that is named after ${namesake}.`,
    `There is a series that was named after ${namesake} when it came out in ${year}.`,
  ]);
  const clue: Clue = {
    sentence,
    keyword: name,
    lookups: [{ query: sentence, title: `${name} (series)` }],
    phrases: ['belong to that series', 'be part of that series'],
  };
  const isUnique = encyclopaedia.world.series.every((other) => other === series || other.namesake !== namesake);
  return isUnique && isFound(encyclopaedia, clue) ? clue : undefined;
}

function isFound(encyclopaedia: Encyclopaedia, { lookups, keyword, sentence }: Clue): boolean {
  if (sentence.toLowerCase().includes(keyword.toLowerCase())) return false;
  return lookups.every(({ query, title }) => encyclopaedia.search(query).some((article) => article.title === title));
}

interface MakerQuestion {
  readonly sentence: string;
  readonly fits: (other: Maker) => boolean;
  /** The article to read before the maker's own, and the next search. */
  readonly through?: { readonly title: string; readonly next: string };
}

function byFounder({ founder, town }: Maker): MakerQuestion {
  return {
    sentence: `${founder.name} founded a company in ${town.name}.`,
    fits: (other) => other.founder.name === founder.name,
  };
}

function byFirstProduct({ town, founded, firstProduct }: Maker): MakerQuestion {
  return {
    sentence: `A company from ${town.name} began with one product in ${founded}: ${firstProduct}.`,
    fits: (other) => other.town === town && other.founded === founded,
  };
}

function byEmblem({ town, emblem }: Maker): MakerQuestion {
  return {
    sentence: `There is a company from ${town.name} that has ${withArticle(emblem)} as its emblem.`,
    fits: (other) => other.town === town && other.emblem === emblem,
  };
}

function byFounderLife({ founder }: Maker): MakerQuestion {
  const { name, profession, birthplace, feat, featYear } = founder;
  return {
    sentence: `A ${profession} from ${birthplace.name}, who ${feat} in ${featYear}, later founded a company.`,
    fits: ({ founder: other }) => other.birthplace === birthplace && other.profession === profession,
    through: { title: name, next: `${name} founded company` },
  };
}

function byRiver({ town, founded }: Maker): MakerQuestion {
  return {
    sentence: `In ${founded} a company was founded in the town on the river ${town.river}.`,
    fits: (other) => other.town === town && other.founded === founded,
    through: { title: town.name, next: `company from ${town.name} founded in ${founded}` },
  };
}

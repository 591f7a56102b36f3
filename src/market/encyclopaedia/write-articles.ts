import type { Maker, Person, Series, Town, World } from './world.ts';

/** One entry of the encyclopaedia, with the field names of the wire format. */
export interface Article {
  readonly title: string;
  readonly text: string;
}

/**
 * Writes the world as articles. The article of a person does not say which maker the person founded: to find the maker,
 * an agent has to search again with the person's name.
 */
export function writeArticles({ towns, makers, series }: World): Article[] {
  const people = [...makers.map(({ founder }) => founder), ...series.map(({ designer }) => designer)];
  return [...makers.map(aboutMaker), ...series.map(aboutSeries), ...people.map(aboutPerson), ...towns.map(aboutTown)];
}

function aboutMaker({ name, founder, town, founded, firstProduct, emblem, goods }: Maker): Article {
  return {
    title: name,
    text: `${name} is a company from ${town.name} that makes ${listed(goods)}. ${founder.name} founded it there in ${founded}. It began with one product: ${firstProduct}. Its emblem is ${withArticle(emblem)}.`,
  };
}

function aboutSeries({ name, maker, designer, year, namesake, goods }: Series): Article {
  return {
    title: `${name} (series)`,
    text: `${name} is a series of ${goods} by ${maker.name}, designed by ${designer.name} and introduced in ${year}. It is named after ${namesake}.`,
  };
}

function aboutPerson({ name, she, born, birthplace, profession, feat, featYear }: Person): Article {
  return {
    title: name,
    text: `${name}, born in ${birthplace.name} in ${born}, was trained as ${withArticle(profession)}. In ${featYear} ${she ? 'she' : 'he'} ${feat}. Later ${she ? 'she' : 'he'} went into business.`,
  };
}

function aboutTown({ name, river, landmark, trade, fair }: Town): Article {
  return {
    title: name,
    text: `${name} is a town on the river ${river}. It has ${landmark} and is known for ${trade}. Its fair is held in ${fair}.`,
  };
}

export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

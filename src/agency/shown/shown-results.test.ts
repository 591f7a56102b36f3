import { describe, expect, it } from 'vitest';
import { SampleCalls, user } from '../testing/sample-calls.ts';
import { readShown } from './shown-results.ts';

const IDS = Array.from({ length: 10 }, (_, place) => `${1000000001 + place}`);
const TITLES = IDS.map((id, place) => `${id} Brass desk lamp with shade number ${place}`);
const [FIRST, , , , , , , EIGHTH] = IDS as [string, string, string, string, string, string, string, string];

const found = () => new SampleCalls().said('lamp', 'a brass lamp').search({ q: 'lamp' }, TITLES);
const menu = (...places: readonly number[]) => places.map((place) => `- ${IDS[place]}: a lamp`).join('\n');

describe('results shown in a prompt', () => {
  it.each([
    ['the whole list', menu(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), EIGHTH],
    ['its beginning', menu(0, 1, 2), FIRST],
    ['all but a few', menu(0, 2, 3, 5, 7), EIGHTH],
    ['the list in another order', menu(7, 3, 1, 0, 2, 4, 5, 6), EIGHTH],
    ['no products', 'Which one?', FIRST],
  ])('does not count a prompt as a selection of results: %s', (_, prompt, chosen) => {
    const calls = found().said(`Finish[${chosen}]`, prompt).read();
    expect(readShown(calls, [chosen])).toEqual({ listed: 1, selected: 0, altered: 0 });
  });

  it('counts a prompt as a selection when more results are left out than shown before the last one', () => {
    const calls = found().said(`Finish[${EIGHTH}]`, menu(0, 7));
    expect(readShown(calls.read(), [EIGHTH])).toMatchObject({ listed: 1, selected: 1 });
  });

  it('judges a selection by what the model had named when the list was first shown', () => {
    const noted = found().said(`Keep ${FIRST} and ${EIGHTH}`, menu(0, 1, 2, 3, 4, 5, 6, 7));
    expect(readShown(noted.said(EIGHTH, menu(0, 7)).read(), [EIGHTH])).toMatchObject({ selected: 0 });
    const history = [user('a brass lamp'), user(menu(0, 7))];
    const opened = found().said(`open ${FIRST} and ${EIGHTH}`, history);
    expect(readShown(opened.said(EIGHTH, [...history, user('Opened.')]).read(), [EIGHTH])).toMatchObject({
      selected: 1,
    });
  });

  it('judges a selection by the list that explains it best, and ignores short lists', () => {
    const again = found().search({ q: 'lamp', price: '500-' }, [TITLES[0]!, TITLES[7]!, TITLES[3]!, TITLES[4]!]);
    expect(readShown(again.said(EIGHTH, menu(0, 7)).read(), [EIGHTH])).toMatchObject({ listed: 1, selected: 0 });
    const short = new SampleCalls().search({ q: 'lamp' }, TITLES.slice(0, 3)).said(IDS[2]!, menu(2));
    expect(readShown(short.read(), [IDS[2]!])).toMatchObject({ listed: 0, selected: 0 });
  });

  it('counts results as altered when a record has another price or title', () => {
    const shows = (product: object) =>
      found().said(FIRST, `Results: ${JSON.stringify([{ product_id: FIRST, ...product }])}`);
    const altered = (product: object) => readShown(shows(product).read(), [FIRST]).altered;
    expect(altered({ title: 'Brass desk lamp with sha' })).toBe(0);
    expect(altered({ title: 'Steel floor lantern of glass' })).toBe(1);
    // These results have no prices.
    expect(altered({ price: 5 })).toBe(0);
    const priced = new SampleCalls().search({ q: 'lamp' }, TITLES, 129.5);
    const shown = (price: number) =>
      readShown(priced.said(FIRST, JSON.stringify({ product_id: FIRST, price })).read(), [FIRST]).altered;
    expect(shown(129.5)).toBe(0);
    expect(shown(130)).toBe(0);
    expect(shown(99)).toBe(1);
  });
});

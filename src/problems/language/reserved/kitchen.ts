import type { ReservedWords } from '../reserved-words.ts';

export const kitchen: Readonly<Record<string, ReservedWords>> = {
  'Frying Pans': {
    needs: [
      'something round to do sunny-side-ups in',
      'what hamburger patties get their crust in',
      'the thing a spatula is forever scraping around in',
      'something over the burner for toasted cheese sandwiches',
      'something to saute mushrooms in',
      'what turns a breaded schnitzel golden',
    ],
    names: [
      'a low-rimmed vessel with one long stem',
      'a wide metal disc for tossing hash browns',
      'a flipping utensil for hotcakes',
      'a weapon of choice against intruders in cartoons that also makes brunch',
    ],
  },
  'Kitchen Knives': {
    needs: [
      'something to carve a roast with',
      'the tool a butcher keeps whetting',
      'something to quarter a melon with',
      'what lies dangerously beside a wooden board',
      'something to dice carrots with',
      'what minces garlic when rocked back and forth',
    ],
    names: [
      'a pointed implement for trimming gristle',
      'an edged utensil to peel or hack ginger with',
      'a steel or ceramic tool that makes julienne strips',
      'a pricey tool that culinary stars never lend',
    ],
  },
  'Lunch Boxes': {
    needs: [
      'what factory hands unpack when the midday siren goes',
      'something that spares me the cafeteria queue',
      'something for sandwiches to ride to the classroom in',
      'what mum packs at dawn and washes out in the evening',
      'something so takeaway near work is no longer necessary',
      'a lidded companion for adobo at my desk',
    ],
    names: [
      'a tiffin for commuters',
      'a pail for a one-person feast between shifts',
      'a packed-ration case for pupils',
      'a hamper small enough for a single worker',
    ],
  },
  'Drinking Glasses': {
    needs: [
      'what clinks when people say cheers',
      'something a barman polishes and holds up to a lamp',
      'the thing ice cubes rattle in',
      'what the waiter drops and sweeps up in shards',
      'something brittle for beer or cola',
      'what belongs on a coaster at dinner',
    ],
    names: [
      'a piece of barware',
      'a transparent beaker for the cupboard',
      'a fragile companion for the jug',
      'a set place item that lips leave marks on',
    ],
  },
  'Baking Trays': {
    needs: [
      'something to grease and dust with flour beforehand',
      'what comes out in thick mitts and smells of vanilla',
      'the thing parchment paper is trimmed for',
      'where raw scones wait until the timer rings',
      'what buns and shortbread get their crust on',
      'something a confectioner shoves behind the hot little window',
    ],
    names: [
      'a piece of patisserie equipment',
      'a plate or mould for yeast and batter work',
      'a carrier for macarons and tarts in the making',
      'a scorching surface for raw meringues',
    ],
  },
  'Food Containers': {
    needs: [
      'what monday soup waits in until wednesday',
      'something to save pasta and lentils from ants',
      'something that makes cling film unnecessary',
      'a snap-shut home for surplus curry',
      'something that stops nuts and raisins going stale',
      'what grandma sends everyone off with after a feast',
    ],
    names: [
      'a sealed vessel for edibles',
      'a closable crock for oats or beans',
      'a stackable helper against spoilage and weevils',
      'a lidded thing beside the milk with cold gravy inside',
    ],
  },
};

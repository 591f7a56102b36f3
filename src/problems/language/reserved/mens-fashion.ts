import type { ReservedWords } from '../reserved-words.ts';

export const mensFashion: Readonly<Record<string, ReservedWords>> = {
  'T-Shirts': {
    needs: [
      'what bands sell to male fans at the merchandise stall',
      'a garment for him shaped like a capital letter when spread out',
      'what marathon finishers are handed besides a medal',
      'something for my son that a slogan could go on',
      'what a bloke has on beneath an open flannel',
      'what male programmers traditionally turn up to work in',
    ],
    names: [
      'a slogan carrier for a bloke',
      'a jersey layer for his torso with no lapels',
      'an upper garment for lads with nothing folded at the nape',
      'a basic item that men stuff into a drawer by the dozen',
    ],
  },
  'Polo Shirts': {
    needs: [
      'what caddies wear while somebody else is putting',
      'what horsemen with mallets gave their name to',
      'something respectable for grandpa that needs no tie',
      'what salesmen at a trade fair wear above their khakis',
      'what yachtsmen pair with deck shoes',
      'an upper garment whose flap preppy boys turn up at the nape',
    ],
    names: [
      'a preppy torso layer for him',
      'a tieless but tidy garment for gentlemen',
      'a country-estate look for his upper half',
      'a wardrobe piece named after a sport on horseback',
    ],
  },
  Shorts: {
    needs: [
      'trousers that stop long before his ankles',
      'what postmen switch to when july comes',
      'half-length pants for my uncle',
      'what a striker wears between his hips and his socks',
      'bermudas or trunks for a young fellow',
      'what lifeguards sit on their tower in',
    ],
    names: [
      'some abbreviated trousers for gents',
      'some thigh-high tropical wear for his lower half',
      'some knickers-length pants such as boy scouts have',
      'some airy hip-to-thigh clothing for a bloke',
    ],
  },
  Belts: {
    needs: [
      'an alternative to suspenders',
      'something to save a man from hitching up his chinos',
      'what men loosen after a feast',
      'what he threads around his middle while dressing',
      'an accessory that lies coiled like a snail when taken off',
      'what airport guards ask men to put in the bin beside their shoes',
    ],
    names: [
      'a girdle for gents',
      'a hip encircler with a fastener',
      'a suspender substitute',
      'a long narrow partner for brogues that goes around the belly',
    ],
  },
  Wallets: {
    needs: [
      'what a pickpocket is after',
      'where a gentleman tucks banknotes beside a family snapshot',
      'something for him to whip out when the waiter brings the check',
      'what bulges in his jacket on payday',
      'the thing moths fly out of when a man is broke',
      'what a chap pats his hip for before leaving home',
    ],
    names: [
      'a banknote home for him',
      'a portable stash for pesos and visiting details',
      'a male counterpart to the clutch',
      'a currency sheath for gents',
    ],
  },
  Sneakers: {
    needs: [
      'what squeaks on the court during a match',
      'plimsolls for my uncle',
      'something comfier than brogues for his sightseeing',
      'what hypebeasts camp out for overnight in male sizes',
      'what a male marathoner wears out after some hundred miles',
      'bouncy things for a fellow to skateboard in',
    ],
    names: [
      'some athletic pumps for gents',
      'some cushioned laced or strapped companions for his soles',
      'some tennis-style heels-to-toes gear for him',
      'some leisure alternatives to oxfords for a chap',
    ],
  },
  'Wrist Watches': {
    needs: [
      'what swiss craftsmen are famous for making in miniature',
      'a tiny clock beneath his cuff',
      'what loyal employees are given upon retirement',
      'something that shows the hour and never pairs with a phone',
      'what a gentleman glances at when the train is late',
      'an heirloom that grandfather used to wind or wear',
    ],
    names: [
      'a horological accessory for gents',
      'an hour teller without software',
      'a buckled-on clock for him',
      'a jeweller item that counts minutes and nothing else',
    ],
  },
};

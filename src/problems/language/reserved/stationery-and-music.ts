import type { ReservedWords } from '../reserved-words.ts';

export const stationeryAndMusic: Readonly<Record<string, ReservedWords>> = {
  Notebooks: {
    needs: [
      'something with two covers and nothing in between yet',
      'what a reporter flips open at the scene',
      'where homework gets copied from the blackboard',
      'what a poet brings to the cafe for sudden verses',
      'a place for doodles and phone numbers',
      'what a detective consults for his clues',
    ],
    names: [
      'a volume still without text',
      'a stack of joined sheets to doodle on',
      'a home for recipes and verses in longhand',
      'a reporter or poet accessory with sheets',
    ],
  },
  'Gel Pens': {
    needs: [
      'what the bank chains to its counter',
      'what leaks in a breast pocket and ruins the fabric',
      'the modern heir of the goose quill',
      'something to fill in customs forms with',
      'something to tick boxes on a ballot with',
      'what runs dry in the middle of a love letter',
    ],
    names: [
      'a successor to the quill',
      'a slim thing behind the ear of a clerk',
      'a crossword tool that is not a pencil',
      'a doodling stick with a liquid inside',
    ],
  },
  Calculators: {
    needs: [
      'a modern abacus',
      'something to split the restaurant bill fairly',
      'what bookkeepers tap on all day',
      'something with an equals sign on it',
      'what teachers ban when reckoning has to happen in the head',
      'something that knows long division better than me',
    ],
    names: ['an abacus successor', 'a reckoning gadget', 'a long division solver', 'a tapping tool for treasurers'],
  },
  'Acoustic Guitars': {
    needs: [
      'what flamenco is danced to',
      'what country troubadours rest on a thigh',
      'a big cousin of the ukulele',
      'an unplugged axe',
      'something a busker leans over outside the station',
      'something to get calluses from while learning bossa nova',
    ],
    names: [
      'a troubadour box',
      'a mariachi companion with tuning pegs',
      'a curvy unamplified axe',
      'a busker item that needs a capo now and then',
    ],
  },
  Cymbals: {
    needs: [
      'the big saucer above the tom-toms',
      'what toy monkeys slam together',
      'what marching musicians bash overhead',
      'something that hisses when brushed',
      'the part of a kit that has no skin',
      'what adds the tsss behind the bass player',
    ],
    names: [
      'a hissing saucer for jazz',
      'a skinless kit piece',
      'a shimmering alloy dome to whack',
      'a marching idiophone of bronze or brass colour',
    ],
  },
};

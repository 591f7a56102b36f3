import type { ReservedWords } from '../reserved-words.ts';

export const babyAndToys: Readonly<Record<string, ReservedWords>> = {
  'Building Blocks': {
    needs: [
      'what a budding architect tips out onto the carpet',
      'shapes from which a young engineer erects bridges',
      'something kindergarteners assemble into a wobbly skyscraper and then topple',
      'cubes and the like that combine into anything a kid dreams up',
      'what barefoot fathers curse when they tread on one',
      'modular parts for somebody of six who plans his own town',
    ],
    names: [
      'a modular assembly kit for tiny architects',
      'a skyscraper kit for the nursery',
      'a jumble of connectable shapes',
      'a rearrangeable heap of cubes and slabs',
    ],
  },
  'Plush Toys': {
    needs: [
      'a snuggle buddy that never needs walking or feeding',
      'what my niece drags everywhere by one floppy ear',
      'something to clutch during a thunderstorm when you are five',
      'a make-believe beast with no bones',
      'what arcade cranes drop just before the chute',
      'an armful of fuzz to console a crying preschooler',
    ],
    names: [
      'a boneless pet for the nursery',
      'a velvety critter for hugging',
      'a comfort beastie for homesick campers',
      'a fuzzy zoo dweller for the duvet',
    ],
  },
  'Baby Bottles': {
    needs: [
      'what a sitter warms up when the mother is out',
      'what dad tilts over the crib so that mum may nap',
      'what must be shaken and tested on the wrist before junior gets it',
      'what gets emptied just before the burp over the shoulder',
      'the pacifier-tipped container a nanny packs for the pram',
      'the alternative to the bosom at mealtimes',
    ],
    names: [
      'a canteen for someone without teeth yet',
      'a lactation stand-in for dads',
      'a graduated cylinder with a nipple on top',
      'a liquid-meal holder for the pram years',
    ],
  },
  Diapers: {
    needs: [
      'what a father unwraps with a pinched nose',
      'the bulky layer around a crawler that soaks up pee',
      'padding for the tush of someone who cannot ask for the loo',
      'something snug for tiny hips that holds in poop',
      'what a nursery goes through by the dozen alongside wipes and talcum',
      'what tots outgrow at about the time they learn to flush',
    ],
    names: [
      'the padded briefs of the pram set',
      'a wrap for a tiny tush',
      'a piddle trap for crawlers',
      'a poop guard for laps',
    ],
  },
  'Board Games': {
    needs: [
      'a reason for flatmates to huddle over tokens on a sunday',
      'something in the vein of chess or snakes and ladders',
      'what grandpa cheats at while moving his counters',
      'entertainment with pawns or cards or tiles in a carton',
      'what sore losers flip over in a rage',
      'something unplugged to unite teenagers and grandparents on a holiday',
    ],
    names: [
      'an analog entertainment with tokens',
      'a chess-like amusement for the lounge',
      'a sit-down contest for cousins',
      'a carton of pawns or the like',
    ],
  },
  'Remote Control Cars': {
    needs: [
      'a scaled-down speedster my nephew commands with two thumbs',
      'a pint-sized jalopy whose pilot stays on the sidewalk',
      'what grown men crouch over in the park and then crash into a curb',
      'a shrunken jeep or roadster obeying signals from my hands',
      'a plaything that zooms away when junior pushes the lever on his transmitter',
      'a zippy thing to terrorise ankles in the hallway by joystick',
    ],
    names: [
      'a transmitter-guided scale roadster',
      'a thumb-commanded speedster for the sidewalk',
      'a model automobile that obeys a joystick',
      'a puppet jalopy without strings',
    ],
  },
};

import type { ReservedWords } from '../reserved-words.ts';

export const groceries: Readonly<Record<string, ReservedWords>> = {
  'Instant Coffee': {
    needs: [
      'what espresso snobs sneer at and soldiers get in ration kits',
      'a speedy way round the grinder and the percolator',
      'what I tip into my mug when the espresso bar is closed',
      'what astronauts sip in place of a real latte',
      'the no-effort rival of tea on a breakfast tray',
      'what a dorm resident sips at dawn having neither moka pot nor filter',
    ],
    names: [
      'a shortcut to a latte',
      'a percolator-free beverage for lazy mornings',
      'a no-grinder americano or similar',
      'a mugful that espresso snobs refuse',
    ],
  },
  'Chili Powder': {
    needs: [
      'a condiment that sends diners running for a glass of milk',
      'what sets mouths ablaze at a mexican cantina',
      'capsicum in a form I can dust over tacos',
      'what a texan cowboy shakes into his pot of beans and beef',
      'a pinch of something that makes foreheads sweat at supper',
      'what nobody should rub into an eye after handling in the kitchen',
    ],
    names: [
      'a capsicum condiment for tacos',
      'a sweat-inducing pinch for supper',
      'the scorching condiment of cowboys',
      'a devilish dust from the cantina',
    ],
  },
  Rice: {
    needs: [
      'what guests throw at newlyweds outside the church',
      'the carbohydrate on which half of asia lives',
      'what risotto and paella and biryani begin with',
      'kernels to boil until they swell and drink up the pot',
      'what to bury a soaked phone in',
      'the filler on a filipino plate that makes it a real dinner',
    ],
    names: [
      'a cereal for risotto or congee',
      'the starchy kernels that chopsticks pick up',
      'the main carbohydrate of manila',
      'a pantry cereal that newlyweds get pelted with',
    ],
  },
  'Cooking Oil': {
    needs: [
      'what crackles when battered shrimp is lowered in',
      'something greasy to pour in the cauldron for doughnuts',
      'what a chef drizzles or warms before anything else hits the stove',
      'the shiny golden stuff that floats on vinegar',
      'something runny in place of butter or lard',
      'what leaves translucent stains on a bag of fritters',
    ],
    names: [
      'a butter substitute that pours',
      'a runny grease for tempura',
      'a cupboard grease squeezed from seeds or fruit',
      'a lard replacement for doughnuts and fritters',
    ],
  },
  'Snack Mix': {
    needs: [
      'an assortment to graze on while the match is on',
      'what barmen set out in tiny dishes to make patrons thirsty',
      'a crackly medley for picking at during card night',
      'something that spoils the appetite for supper one pinch at a time',
      'what rustles in my backpack and fuels me on the summit',
      'something to pass round the sofa on film night instead of popcorn',
    ],
    names: [
      'a medley for the peckish hour',
      'a crackly pick-at-it assortment',
      'a popcorn rival for the sofa',
      'a barstool appetiser to graze on',
    ],
  },
};

import type { ReservedWords } from '../reserved-words.ts';

export const homeAppliances: Readonly<Record<string, ReservedWords>> = {
  'Rice Cookers': {
    needs: [
      'what boils paddy kernels and then holds them hot',
      'what every homesick asian student plugs in next to the chopsticks',
      'something foolproof for people who always burn their bigas',
      'a lidded heater that knows when the sushi kernels have drunk everything',
      'what filipino moms scoop from with a plastic paddle',
      'an automatic helper for congee and arroz caldo',
    ],
    names: [
      'a bigas boiler for the homesick',
      'a congee appliance with a lid',
      'a self-stopping heater for paddy kernels',
      'a paddle-and-lid appliance for starch',
    ],
  },
  'Electric Fans': {
    needs: [
      'what hums by my mattress all through the dry season',
      'something to evaporate sweat off my neck when the thermometer hits forty',
      'a draught maker for the sweltering porch',
      'what sends my papers flying off the table in summer',
      'what kids talk into to sound like robots',
      'relief from mugginess that sips less current than a compressor',
    ],
    names: [
      'a gust generator for muggy weather',
      'a draught appliance for the porch',
      'a sweat evaporator for the lounge',
      'an indoor zephyr for the dry season',
    ],
  },
  Blenders: {
    needs: [
      'what turns strawberries and kefir into breakfast to sip',
      'whirling steel that makes velvet out of pumpkin',
      'something to pulp vegetables for a toothless mouth',
      'what roars at the counter of a health bar while spinach turns to sludge',
      'something to obliterate kale and papaya into sippable mush',
      'what a bartender reaches for when somebody orders a frozen daiquiri',
    ],
    names: [
      'a pulping appliance for kale',
      'a whirling pulveriser for papaya',
      'a hummus and gazpacho appliance',
      'a daiquiri apparatus for the bartender',
    ],
  },
  'Air Fryers': {
    needs: [
      'the trendy appliance dieters praise for guiltless spring rolls',
      'what revives soggy pizza slices better than a microwave',
      'a convection chamber for golden tofu and drumsticks',
      'something that browns fish fingers by whirling scorching currents',
      'what spares me a splattered stove when I crave onion rings',
      'a leaner road to calamari and samosas',
    ],
    names: [
      'a miniature convection chamber',
      'a guiltless browning appliance',
      'a splatterless roaster for calorie counters',
      'a deep-vat alternative for dieters',
    ],
  },
  'Vacuum Cleaners': {
    needs: [
      'what sends the cat fleeing under the couch on chore day',
      'what inhales fluff bunnies beneath my wardrobe',
      'a motorised successor to the broom',
      'something that gulps lint off the parquet',
      'what accidentally eats socks and coins while tidying the den',
      'what asthmatic tenants run through each chamber on saturdays',
    ],
    names: [
      'a hoover for the flat',
      'a parquet lint gulper',
      'a hungry nozzle for domestic fluff',
      'a motorised rival of the broom',
    ],
  },
  'Garment Steamers': {
    needs: [
      'what rescues a jacket that was squashed in a suitcase',
      'something misty that relaxes fibres in trousers',
      'what shop assistants run over stock before it goes on the mannequin',
      'a puffing appliance so that my suit does not seem slept in',
      'something damp and scalding that a butler takes to the tuxedo',
      'what ends the shame of unkempt sleeves at a job interview',
    ],
    names: [
      'a misting wand for suits',
      'a relaxer of squashed trousers',
      'a puffing valet for jackets',
      'a scalding fog for tuxedos',
    ],
  },
  'Electric Kettles': {
    needs: [
      'what the british switch on whenever bad news arrives',
      'something that brings tap liquid to a rolling simmer and then snaps off',
      'a pouring appliance for earl grey or cocoa',
      'what fogs the tiles each time somebody wants oolong',
      'something that furs up with limescale beside the teabags',
      'what supplies a scalding pour for thermos and french press',
    ],
    names: [
      'a limescale-prone pitcher on a cord',
      'a rapid simmerer for chamomile',
      'an appliance for oolong or cocoa',
      'a scalding pitcher for teabags',
    ],
  },
};

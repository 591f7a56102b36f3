import type { ReservedWords } from '../reserved-words.ts';

export const sportsAndOutdoors: Readonly<Record<string, ReservedWords>> = {
  'Yoga Mats': {
    needs: [
      'what a cobra and a warrior are performed on',
      'something under me in the lotus position',
      'what asana pupils tuck beneath an arm on the way to their guru',
      'something so that parquet does not bruise my spine',
      'a long rectangle to contort myself on barefoot',
      'what is unfurled in the studio before everybody breathes in',
    ],
    names: [
      'a barefoot rectangle for asanas',
      'a lotus position base',
      'a grippy strip for limber people',
      'a body-length carpet for bending and breathing',
    ],
  },
  Dumbbells: {
    needs: [
      'kilos to clench in my fists',
      'what leaves calluses on the palms of bodybuilders',
      'ballast with a grip between two bulges',
      'something for goblet squats and bench flyes',
      'something to swing up and down until my triceps burn',
      'what thuds on the rubber when a tired bodybuilder lets go',
    ],
    names: [
      'a fistful of kilos',
      'a bone-shaped piece of ballast',
      'a triceps toner with a grip in the middle',
      'a resistance tool one grabs and presses overhead',
    ],
  },
  Tents: {
    needs: [
      'what scouts pitch with pegs and guy ropes',
      'something to crawl into beside the lake at dusk',
      'a hotel substitute for the meadow',
      'what expeditions huddle in at base',
      'lodging that gets pegged to the grass',
      'what a nomad takes down every morning',
    ],
    names: ['a nomad lodging', 'a textile igloo', 'a pitchable refuge for scouts', 'a zip-fronted den for backpackers'],
  },
  'Cycling Helmets': {
    needs: [
      'what velodrome sprinters buckle under the chin',
      'brain insurance for lycra commuters',
      'something vented to crown a courier on a fixie',
      'what parents insist on once the stabilisers come off',
      'concussion prevention for freewheelers',
      'a foam bowl that leaves a funny hairdo after a climb in low gear',
    ],
    names: [
      'a cranium guard for the velodrome',
      'a crown of foam and vents for lycra fans',
      'some crash headgear for derailleur users',
      'a concussion stopper for couriers without an engine',
    ],
  },
  'Water Bottles': {
    needs: [
      'what a racing cyclist pulls from the cage on the frame',
      'something to swig from between sets',
      'what a pilgrim fills at every spring',
      'something to quench me on the treadmill',
      'what players leave standing at the touchline',
      'a spill-safe beverage holder for my rucksack',
    ],
    names: [
      'a gourd for modern pilgrims',
      'a swigging cylinder',
      'a closable beverage holder for hikers',
      'a reusable substitute for throwaway kiosk plastic to gulp from',
    ],
  },
  'Fishing Reels': {
    needs: [
      'what screams when a marlin runs',
      'the rotating drum that hauls trout ashore',
      'what holds a hundred metres of monofilament',
      'something to attach to my pole so the hooked bass comes closer',
      'what sits beneath the grip of whoever waits for a bite',
      'something that pays out nylon and brings back a grouper',
    ],
    names: [
      'a monofilament drum',
      'a trout hauling gadget',
      'a pole attachment for marlin hunters',
      'a rotary retriever from the tackle shop',
    ],
  },
};

import type { ReservedWords } from '../reserved-words.ts';

export const automotive: Readonly<Record<string, ReservedWords>> = {
  'Car Seat Covers': {
    needs: [
      'a second skin for whatever motorists rest their backsides on',
      'what cabbies stretch across the benches before picking up fares',
      'something between sweaty passengers and the original stitching of my minivan',
      'garments for the furniture behind a windscreen',
      'something to tug down over the backrests of a station wagon',
      'what lets me climb behind the wheel in muddy trousers without regret',
    ],
    names: [
      'a costume for the benches of a minivan',
      'an overlay between a chauffeur and his backrest',
      'a lining for where motorists park their bottoms',
      'an outer layer that backrests wear in a jeep',
    ],
  },
  'Motorcycle Helmets': {
    needs: [
      'headgear traffic cops demand from anyone astride a petrol tank',
      'something to strap under my chin before I twist the throttle',
      'what pizza couriers hang from the handlebar mirror between drops',
      'something that saves my brains if the clutch hand fails on gravel',
      'the padded dome on top of every superbike racer',
      'what flattens my hairdo each time I arrive by moped',
    ],
    names: [
      'a cranium guard for petrol lovers in the saddle',
      'an impact cap for moped couriers',
      'headwear for a leather-clad gang with loud exhausts',
      'a chin-strapped dome for the sidecar crowd',
    ],
  },
  'Dash Cameras': {
    needs: [
      'a lens that never blinks while I sit in gridlock',
      'something that remembers the licence plates of reckless idiots overtaking me',
      'what those viral clips of meteors and swerving lorries come from',
      'what settles the quarrel after a fender bender',
      'a tireless onlooker up by the sun visors',
      'something that begins shooting as soon as I turn the ignition key',
    ],
    names: [
      'a snooping lens aimed past the wipers',
      'an unblinking sentry above the glovebox',
      'a collision chronicler for lorry crews',
      'a tattletale on board for fender benders',
    ],
  },
  'Engine Oil': {
    needs: [
      'the amber liquid that stops cylinders from seizing',
      'what leaves black puddles beneath a neglected jeep',
      'what the little genie lamp on my instrument panel is begging for',
      'golden goo that camshafts and bearings bathe in',
      'a liquid for the sump of whatever rumbles in my driveway',
      'what a workshop swaps at each tune-up so that metal never scrapes metal',
    ],
    names: [
      'a syrup for combustion machinery',
      'the lifeblood of whatever has a carburettor or injectors',
      'a friction fighter for valves and rods',
      'the honey-coloured potion that turns black beneath the bonnet',
    ],
  },
  'Car Vacuum Cleaners': {
    needs: [
      'a gizmo that inhales cookie bits between the gearstick and the handbrake',
      'a whirring gulper for the footwells of my hatchback',
      'something to slurp up the french fries my kids lose in the minivan',
      'what I would run around the pedals before selling my jeep',
      'a grit eater for whoever practically lives behind the steering column',
      'my own answer to the coin-fed debris hose at the petrol forecourt',
    ],
    names: [
      'a pocket tornado for the glovebox',
      'a lint devourer for cabbies',
      'a travelling crud inhaler for chauffeurs',
      'a palm-sized grime gobbler for my parking spot',
    ],
  },
};

import type { ReservedWords } from '../reserved-words.ts';

export const toolsAndHardware: Readonly<Record<string, ReservedWords>> = {
  'Cordless Drills': {
    needs: [
      'what dentists wield in miniature and handymen in large',
      'a pistol-shaped helper for dowels and anchors',
      'something to perforate plaster or planks with no flex trailing behind',
      'what new tenants annoy the neighbours with while dust trickles down',
      'a successor to the brace and auger',
      'what whirrs while the handyman hangs a picture rail',
    ],
    names: [
      'an unplugged auger',
      'a pistol-shaped perforator',
      'a whirring helper for do-it-yourself fans',
      'a lithium-driven piercing apparatus',
    ],
  },
  'Screwdriver Sets': {
    needs: [
      'what shares its name with vodka and orange juice',
      'the things people misuse for prying paint tins open',
      'something for threaded pins with a plus or minus on the head',
      'what flat-pack instructions show next to an allen key',
      'a family of twisting rods in various widths',
      'a wrist-powered remedy for wobbly doorknobs',
    ],
    names: [
      'a bundle of manual twisters',
      'a family of rods named like a vodka cocktail',
      'a tinkerer outfit for threaded pins',
      'an array of twisting helpers for flat-pack days',
    ],
  },
  'LED Light Bulbs': {
    needs: [
      'what hovers over a cartoon head when an idea comes',
      'what jokes ask how many people it takes to change',
      'what moths circle after sunset',
      'something that goes on when the switch is flicked',
      'a thrifty successor to the incandescent pear',
      'what has to be swapped once the chandelier flickers',
    ],
    names: [
      'a diode pear',
      'a moth magnet for the chandelier',
      'a thrifty lumen giver',
      'a glaring thing one should not stare into overhead',
    ],
  },
  'Extension Cords': {
    needs: [
      'what snakes across the carpet to the fairy lights',
      'something that lets kettle and toaster and radio share current',
      'an octopus for prongs beneath my tv bench',
      'something to mow the lawn beyond the veranda with mains current',
      'a cure for the few receptacles in an old flat',
      'what everybody trips over behind the television',
    ],
    names: [
      'a mains multiplier',
      'an octopus for prongs',
      'a current sharer with a tail',
      'a bunch of extra receptacles',
    ],
  },
  'Door Locks': {
    needs: [
      'what landlords swap when a tenant moves out',
      'what picks and crowbars have to defeat',
      'the thing a sheriff shoots off a barn in westerns',
      'something that clicks when the last one leaves home',
      'something that refuses to budge without the correct credential',
      'what decides above the mat who gets in',
    ],
    names: [
      'a crowbar opponent',
      'a credential-demanding closure',
      'a pick-resistant closure for a shed or flat',
      'an intruder deterrent beside the hinges',
    ],
  },
  'Measuring Tools': {
    needs: [
      'what the proverb says to use twice before cutting once',
      'what a mason trusts more than his own eye',
      'an end to guesswork in my joinery',
      'something that settles how far or how slanted',
      'what an estimator pulls out before quoting a price',
      'a remedy for crooked cupboards and gaps',
    ],
    names: [
      'a guesswork killer for joiners',
      'a metrology aid',
      'a verifier of lengths or slants',
      'an eye replacement for masons',
    ],
  },
};

import type { ReservedWords } from '../reserved-words.ts';

export const mobilesAndGadgets: Readonly<Record<string, ReservedWords>> = {
  'Wireless Earbuds': {
    needs: [
      'something so my roommate is spared my playlist',
      'what people seem to talk to themselves with in the street',
      'something to drown out chatter on the bus',
      'what replaced the tangled white wires of my old player',
      'a way to enjoy audiobooks while my partner sleeps beside me',
      'two pebbles that live in a snap-shut pod and whisper melodies',
    ],
    names: [
      'some lobe-side sound gadgets without wires',
      'some untethered audio for one person',
      'some twin thingies that are easily lost down a drain',
      'some his-and-left-side mini loudspeakers for one head',
    ],
  },
  'Phone Cases': {
    needs: [
      'armour for the device that rings in my pocket',
      'what people snap onto a new handset in the shop',
      'something that saves corners when my texting gadget hits concrete',
      'a costume for a cell',
      'a grippy hull with a gap for the selfie lens',
      'what gives two identical iphones different looks',
    ],
    names: [
      'a hull for a handset',
      'a snap-on garment for a texting gadget',
      'a fall-softening sleeve for a dialling device',
      'a decorative frame that a handset slips into',
    ],
  },
  'Power Banks': {
    needs: [
      'a brick that revives my handset in the middle of nowhere',
      'what festival visitors lend each other when their screens go black',
      'what cabin crew want in hand luggage because of its lithium',
      'a jerrycan of volts for gadgets',
      'something to top up a tablet where no wall is near',
      'a blackout lifeline for whoever must stay reachable',
    ],
    names: [
      'a stash of electricity for wanderers',
      'a lithium brick for the rucksack',
      'a reviver of handsets for the wilderness',
      'a milliamp tank for travellers',
    ],
  },
  'Smart Watches': {
    needs: [
      'something beneath my cuff that buzzes when an email comes',
      'what spies spoke into in old movies and now really exists',
      'a timekeeper that installs updates',
      'a mini touchscreen to buckle beside my hand',
      'a coach below my sleeve who knows how far the jog was',
      'what vibrates and scolds me for sitting too long',
    ],
    names: [
      'an app-running timekeeper',
      'a cuff-sized touchscreen',
      'a calorie-aware companion for the forearm',
      'a strapped-on health diary with firmware',
    ],
  },
  'Chargers & Cables': {
    needs: [
      'what everyone asks to borrow when the icon turns red',
      'something that sends current from the outlet to my handset',
      'what hotel guests forget beside the nightstand with their handset',
      'an adapter or usb wire for a flat iphone',
      'the thing manufacturers no longer put in the carton with a new handset',
      'something at home to bring my tablet back from zero percent',
    ],
    names: [
      'a usb wire or adapter',
      'a current supplier for handsets',
      'a grid connection for whatever texts and swipes',
      'an outlet companion for a drained device',
    ],
  },
  'Bluetooth Speakers': {
    needs: [
      'something that lets the neighbours hear my favourite band',
      'a boombox for the streaming age',
      'something that turns a whisper from my handset into a concert',
      'what dancers set down on the plaza and pair with',
      'a wire-free jukebox',
      'something that blares tunes at a barbecue',
    ],
    names: [
      'a ghetto blaster of today',
      'a tune blaster without wires',
      'a pairing amplifier for a crowd',
      'a battery-fed noise maker for dancing on the patio',
    ],
  },
  'Screen Protectors': {
    needs: [
      'what kiosks align and press onto a brand new handset',
      'a sacrificial pane for my iphone',
      'what my thumb swipes on instead of the device itself',
      'a visor for my texting gadget',
      'something that takes the scuffs meant for the pixels',
      'something that spares me a pricey repair when a handset lands face down',
    ],
    names: [
      'a pane over pixels',
      'a see-through bodyguard for the swiping side of a handset',
      'a face mask of sorts for an iphone',
      'a sacrificial surface for a touch panel',
    ],
  },
};

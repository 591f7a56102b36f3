import type { ReservedWords } from '../reserved-words.ts';

export const homeAndLiving: Readonly<Record<string, ReservedWords>> = {
  'Bed Sheets': {
    needs: [
      'what I slide between once the lamp is off',
      'what children drape over themselves to play ghosts',
      'what escaping prisoners knot into a rope',
      'what army recruits must fold with hospital corners',
      'the layer between my pyjamas and the springs',
      'what housekeeping strips off after checkout',
    ],
    names: [
      'a ghost costume in the making',
      'the big rectangle that pyjamas touch all night',
      'a nightly underlayer for a bunk',
      'the knotted rope of escaping prisoners',
    ],
  },
  Curtains: {
    needs: [
      'what burglars hide behind in comedies with their shoes showing',
      'what parts at the theatre but at home greets the dawn',
      'a hanging that tempers daybreak in the nursery',
      'what I fling apart on waking to let the morning in',
      'what flutters when the casement is open',
      'something hung to discourage nosy passers-by',
    ],
    names: [
      'a hanging for the casement',
      'a fluttering veil against nosy passers-by',
      'a softer alternative to venetian blinds',
      'a rail-hung veil for the parlour',
    ],
  },
  'Storage Boxes': {
    needs: [
      'what christmas ornaments hibernate in until december',
      'where woolly sweaters can spend july',
      'what tidy freaks label and slide beneath the bunk',
      'something for tossing dolls and marbles into before supper',
      'a hollow helper because the wardrobe overflows',
      'something to corral spare cables and gift ribbon',
    ],
    names: [
      'a coffer for seldom-needed belongings',
      'a corral for loose belongings',
      'a receptacle for ornaments and keepsakes',
      'a hollow home for woolly sweaters',
    ],
  },
  'Wall Clocks': {
    needs: [
      'what bored pupils stare at until the bell',
      'what station passengers glance up at before running',
      'what I climb onto a stool for when daylight saving begins',
      'a dial or readout up high so that breakfast does not make us late',
      'a punctuality aid mounted over the fireplace',
      'what I look up at if my wristwatch is on the nightstand',
    ],
    names: [
      'an overhead chronometer for bored pupils',
      'a chronometer to screw onto plaster',
      'a mounted minute counter',
      'a wristwatch cousin for over the fireplace',
    ],
  },
  'Office Chairs': {
    needs: [
      'what a boss lounges in during negotiations',
      'something my spine will thank me for through spreadsheets till dusk',
      'a throne for telecommuters',
      'where a bookkeeper parks his behind from nine to five',
      'furniture with a backrest for the cubicle',
      'what my tailbone deserves during video conferences',
    ],
    names: [
      'a throne for the cubicle',
      'a bureau companion with a backrest',
      'a perch for a bookkeeper',
      'a tailbone rest for telecommuters',
    ],
  },
  Pillows: {
    needs: [
      'what the tooth fairy reaches beneath',
      'what girls whack each other with at slumber parties',
      'the squashy companion of a blanket',
      'what stops my neck from kinking while I snooze',
      'something to bury my ears in when a partner snores',
      'what I plump up before nodding off',
    ],
    names: [
      'a slumber prop for the neck',
      'a squashy nest for nodding off',
      'a plump companion of the duvet',
      'the hiding place of lost milk teeth',
    ],
  },
  Rugs: {
    needs: [
      'what aladdin flew on',
      'what guilty housekeepers sweep dirt beneath',
      'something underfoot to muffle heels in an upstairs flat',
      'what a toddler learns to crawl on in the lounge',
      'what gets beaten over a balcony rail in spring',
      'what ties a lounge together beneath the low tea table',
    ],
    names: [
      'a footstep muffler for the lounge',
      'a fibre surface to go barefoot on',
      'a ground-level furnishing to roll up',
      'the flying transport of aladdin',
    ],
  },
};

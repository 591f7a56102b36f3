import type { ReservedWords } from '../reserved-words.ts';

export const health: Readonly<Record<string, ReservedWords>> = {
  Multivitamins: {
    needs: [
      'the alphabet of goodness sold at the drugstore',
      'a guard against scurvy and rickets and tiredness',
      'what health nuts swallow with their breakfast orange juice',
      'what physicians suggest when blood tests show deficiencies',
      'a shelf remedy for folks who feel run down all winter',
      'a substitute for sunshine and salad',
    ],
    names: [
      'a wellness dose from the drugstore',
      'an alphabet dose for the whole body',
      'a fighter of deficiencies such as scurvy',
      'a salad stand-in to swallow',
    ],
  },
  'Protein Powder': {
    needs: [
      'what gym bros gulp in the locker room',
      'fuel for growing biceps',
      'amino acids that I can blend with banana and oats',
      'what repairs torn fibres following a session of squats',
      'a beverage base meant for building brawn',
      'what athletes swallow when they cannot face another chicken breast',
    ],
    names: [
      'a beefcake blend for the locker room',
      'a smoothie enricher for athletes',
      'a post-squat refreshment base',
      'a store of amino acids for biceps',
    ],
  },
  'Face Masks': {
    needs: [
      'what everybody hid their smiles behind in the pandemic',
      'something over nose and chin for visiting a ward',
      'what hides my nostrils on the subway in flu season',
      'what dentists pull up before bending over your teeth',
      'something to stop my sneezes from reaching the neighbours',
      'something to sift smog before it reaches my lungs',
    ],
    names: [
      'a muzzle against coughs and sneezes',
      'a smog sieve for the nostrils',
      'the half-veil of a dentist',
      'an accessory left over from the pandemic',
    ],
  },
  'Massage Guns': {
    needs: [
      'a jackhammer made for people rather than pavements',
      'what footballers press against their thighs on the bench',
      'something rattling that my physio holds on a cramp',
      'a drill lookalike that punches tension away',
      'a motorised fist that pummels weary hamstrings',
      'what replaces the elbow of a thai therapist',
    ],
    names: [
      'a pummelling device for cramps',
      'a vibrating fist for footballers',
      'a pulsing wand for tense hamstrings',
      'the jackhammer of locker rooms',
    ],
  },
  'Blood Pressure Monitors': {
    needs: [
      'an inflatable cuff for relatives at risk of a stroke',
      'what a nurse wraps on you at each checkup before noting two figures',
      'something that shows whether cutting salt is working',
      'hardware for someone on beta blockers',
      'what tightens and hisses and then reports millimetres of mercury',
      'a cardiology instrument for the living room',
    ],
    names: [
      'a cuff that reports two figures',
      'a gauge for people on beta blockers',
      'a cardiology instrument with a cuff',
      'the checkup gauge of a stroke-wary household',
    ],
  },
};

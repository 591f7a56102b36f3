import type { ReservedWords } from '../reserved-words.ts';

export const beauty: Readonly<Record<string, ReservedWords>> = {
  Shampoo: {
    needs: [
      'what I rub through my tresses and then send down the drain',
      'something to rid my curls of sweat and styling gel',
      'what runs out first in a bathroom shared with four long-braided daughters',
      'what a barber works into your crown over the basin',
      'the toiletry a bald uncle never buys',
      'something for bath time that leaves bangs bouncy instead of stringy',
    ],
    names: [
      'a frothing toiletry for tresses',
      'a degreaser for ponytails and bangs',
      'the bath product just ahead of conditioner',
      'a bath-time froth for braids',
    ],
  },
  'Facial Toners': {
    needs: [
      'stage two of a beauty regimen right behind the foaming gel',
      'something to rebalance my t-zone once the mascara remover is gone',
      'a prep that lets ampoules and emulsions sink in deeper',
      'something to dampen a just-scrubbed visage',
      'a quick swipe for the chin and nose that takes off the last residue',
      'the runny stuff vloggers apply seven times over in pursuit of dewiness',
    ],
    names: [
      'a tonic for pores on the chin and nose',
      'a balancing splash for the t-zone',
      'a runny beauty fluid to follow the scrub',
      'the swipe-on stage of a vanity regimen',
    ],
  },
  Lipsticks: {
    needs: [
      'the rouge a suspicious wife spots on a shirt collar',
      'pigment for whatever whistles and puckers',
      'a cosmetic to apply and then smack together',
      'what clowns overdo right beneath the nose',
      'what ends up on my teeth if the bus jolts mid-application',
      'the cosmetic women renew with a compact mirror at the restaurant',
    ],
    names: [
      'a pigment for my pout',
      'a rouge worn just above the chin',
      'the pout enhancer from a vanity drawer',
      'a cosmetic for puckering up',
    ],
  },
  Sunscreen: {
    needs: [
      'what lifeguards smear across their noses',
      'an invisible parasol to wear at the pool',
      'what to apply afresh every two hours under a cloudless sky',
      'what spares me freckles and peeling on a tropical holiday',
      'a shield from daytime rays for pale people',
      'what redheads apply prior to a picnic in july',
    ],
    names: [
      'a ray-repelling cosmetic for holidays',
      'a pool bag essential for redheads',
      'a rub-on parasol against tan lines',
      'a freckle fighter for cloudless afternoons',
    ],
  },
  Perfumes: {
    needs: [
      'what lingers in the elevator long after my boss left it',
      'an aroma that trails me through a ballroom',
      'what duty free counters let you sniff on paper strips',
      'a romantic valentine present that is sniffed rather than eaten',
      'something invisible I have on that makes strangers lean closer',
      'what my grandmother kept in a crystal flacon with a rubber bulb',
    ],
    names: [
      'a whiff of something lovely for my pulse points',
      'an aromatic accessory for a ballroom',
      'an olfactory calling card',
      'a sniffable luxury from the duty free counter',
    ],
  },
  'Nail Polish': {
    needs: [
      'what flakes off my hands after a week of dish scrubbing',
      'a shiny or subdued coat for my claws',
      'what makes ladies wave their hands about until it hardens',
      'the cosmetic that acetone takes off again',
      'a glaze for what grows beyond my cuticles',
      'what a beautician applies after filing and buffing',
    ],
    names: [
      'an enamel for talons',
      'a hardening glaze for hands and feet',
      'a cosmetic coat for claws',
      'the tiny pot a beautician opens after filing',
    ],
  },
  'Hair Dryers': {
    needs: [
      'what I need so that I never step outdoors with a dripping ponytail',
      'a roaring appliance that chases the damp from my tresses',
      'something faster than a towel for my soaked bob',
      'the grooming appliance nobody should drop into a full bathtub',
      'something that lets me go to bed with no soggy braid',
      'what a stylist aims at your parting once the basin is done',
    ],
    names: [
      'a towel replacement for drenched tresses',
      'an evaporator for soggy ponytails',
      'a roaring coiffure appliance',
      'a toasty gale for a damp bob',
    ],
  },
};

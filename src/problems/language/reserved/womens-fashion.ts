import type { ReservedWords } from '../reserved-words.ts';

export const womensFashion: Readonly<Record<string, ReservedWords>> = {
  Dresses: {
    needs: [
      'what the fairy godmother conjured besides glass slippers',
      'what the female figure on restroom signs wears',
      'something swishy that needs neither trousers nor shirt',
      'what bridesmaids agonise over for months',
      'what a subway draught blew up in that famous film scene',
      'something for my niece to step into instead of separates',
    ],
    names: [
      'a swishy number for a girl',
      'a shoulder-to-hem robe for my niece',
      'a ballroom or picnic robe for her',
      'a separates-free ensemble',
    ],
  },
  Blouses: {
    needs: [
      'what a secretary tucks in beneath her blazer',
      'what businesswomen pair with slacks',
      'something billowy for her torso at the bank',
      'the counterpart for her of what he wears with a tie',
      'something refined to peek out of a cardigan',
      'what a schoolmistress has on between scarf and belt',
    ],
    names: [
      'a refined torso layer for my aunt',
      'a billowy companion to a blazer',
      'a tuck-in classic for schoolmistresses',
      'a polished counterpart to his necktie wear',
    ],
  },
  Jeans: {
    needs: [
      'what gold miners once wore and my niece lives in',
      'legwear that purists never wash',
      'what rodeo riders and pop divas both have on below the belt',
      'workwear that became streetwear for girls',
      'something for her hips in the cloth of dungarees',
      'what was banned at her convent and is now in every closet',
    ],
    names: [
      'some rodeo legwear for girls',
      'some dungaree-cloth slacks for her',
      'some prospector breeches for my niece',
      'some indigo-type legwear for divas',
    ],
  },
  Handbags: {
    needs: [
      'where my wife rummages while her mobile rings',
      'what late queens always had dangling from an elbow',
      'what a gentleman is asked to watch while she dances',
      'something that should match her heels',
      'where tissues and hand cream and gum get lost',
      'a satchel or clutch for my wife',
    ],
    names: [
      'a satchel for my wife',
      'an elbow dangler',
      'a rummaging pouch that matches heels',
      'a boutique classic with room for tissues',
    ],
  },
  Sandals: {
    needs: [
      'what shows off a pedicure',
      'what goddesses have on in marble statues',
      'something that leaves striped tan lines on her instep',
      'what she kicks off on the boardwalk to feel the surf',
      'sockless footgear for my aunt in july',
      'what gets put away when the frost comes for her ankles',
    ],
    names: [
      'some pedicure displays',
      'some sockless footgear',
      'some goddess-style footgear',
      'some boardwalk pumps with gaps',
    ],
  },
  Necklaces: {
    needs: [
      'what a suitor fastens from behind while she lifts her hair',
      'bling for her decollete',
      'something delicate to clasp at the nape',
      'the bauble that tangles in every travel pouch',
      'a third piece to match earrings and ring',
      'what the movie thief lifts off the sleeping duchess',
    ],
    names: [
      'a bauble for a duchess',
      'some bling above the sternum',
      'a decollete adornment',
      'an earring companion that closes behind the nape',
    ],
  },
  Leggings: {
    needs: [
      'what mums live in while pretending to exercise later',
      'footless hosiery for aerobics',
      'what influencers pose in between treadmills',
      'lycra for her thighs',
      'what a barre instructor has on below her crop bra',
      'a painted-on look for her hips during burpees',
    ],
    names: [
      'some footless hosiery',
      'some lycra legwear for her',
      'some painted-on athletic legwear',
      'some superheroine hosiery for the treadmill',
    ],
  },
};

import type { ReservedWords } from '../reserved-words.ts';

export const pets: Readonly<Record<string, ReservedWords>> = {
  'Dog Food': {
    needs: [
      'something a dachshund gobbles up twice a day',
      'nourishment for an animal that fetches sticks',
      'what my spaniel lives on',
      'fodder for our mutt',
      'supper for the creature that chases the postman',
      'what makes the tail wag when the tin or sack rustles',
    ],
    names: [
      'some fodder for a chihuahua',
      'a staple diet for whoever howls at the moon',
      'some nosh for a pug',
      'some nourishment for a sheepherder on paws',
    ],
  },
  'Cat Litter': {
    needs: [
      'what has to be scooped every evening because of my persian',
      'something for a purring animal to bury droppings in',
      'a latrine substrate for a whiskered housemate',
      'what crunches when our ginger tom relieves himself',
      'something to stop the flat reeking of my meowing lodger',
      'what a ragdoll scrapes over its mess',
    ],
    names: [
      'some scoopable grit for a purring housemate',
      'a latrine substrate',
      'some lavatory gravel for a whiskered hunter',
      'some bury-your-mess material for a persian',
    ],
  },
  'Pet Beds': {
    needs: [
      'something so the spaniel stops snoozing on our couch',
      'where my critter snores',
      'a nest for a creature with paws',
      'a remedy for fur all over my mattress',
      'somewhere with a rim or a roof for our tomcat to hibernate',
      'a siesta site for the household member with whiskers',
    ],
    names: [
      'a berth for a critter',
      'a slumber nest for a paw owner',
      'a mattress for a creature that sheds',
      'a snoozing corner for the one who begs under the table',
    ],
  },
  'Pet Collars': {
    needs: [
      'what the leash clips onto',
      'what tells an owned mutt from a stray',
      'what the vet slips two fingers under to judge the fit',
      'a loop for the throat of my spaniel or tomcat',
      'something to put my number on in case our critter gets lost',
      'what circles the nape of whoever fetches or purrs',
    ],
    names: [
      'a throat loop for a critter',
      'a leash anchor',
      'a sign of ownership below a muzzle',
      'a ring-shaped accessory for a mutt or tom',
    ],
  },
  'Aquarium Filters': {
    needs: [
      'something to strain out what my tetras excrete',
      'an artificial kidney for finned lodgers',
      'what stops ammonia building up around my cichlids',
      'a life-support machine for creatures with gills',
      'something that sucks in cloudy liquid and returns it to my gouramis',
      'what hums and bubbles beside the coral and plastic castle',
    ],
    names: [
      'a strainer for gilled lodgers',
      'a circulation machine for tetras',
      'an ammonia remover for a glass reef',
      'a waste trap for fin bearers',
    ],
  },
};

import { automotive } from './reserved/automotive.ts';
import { babyAndToys } from './reserved/baby-and-toys.ts';
import { beauty } from './reserved/beauty.ts';
import { computersAndAccessories } from './reserved/computers-and-accessories.ts';
import { groceries } from './reserved/groceries.ts';
import { health } from './reserved/health.ts';
import { homeAndLiving } from './reserved/home-and-living.ts';
import { homeAppliances } from './reserved/home-appliances.ts';
import { kitchen } from './reserved/kitchen.ts';
import { mensFashion } from './reserved/mens-fashion.ts';
import { mobilesAndGadgets } from './reserved/mobiles-and-gadgets.ts';
import { pets } from './reserved/pets.ts';
import { sportsAndOutdoors } from './reserved/sports-and-outdoors.ts';
import { stationeryAndMusic } from './reserved/stationery-and-music.ts';
import { toolsAndHardware } from './reserved/tools-and-hardware.ts';
import { womensFashion } from './reserved/womens-fashion.ts';

/**
 * Words for goods that only hidden problems use. A dictionary collected from public problems, however large, does not
 * contain them, so agents need world knowledge to recognise the goods.
 */
export interface ReservedWords {
  readonly needs: readonly string[];
  readonly names: readonly string[];
}

/** The words for a product: what it is needed for, what it is called, and what sellers call it. */
export interface ThingWords extends ReservedWords {
  /** Empty if there are none, or if they would give the answer away. */
  readonly plainNames: readonly string[];
}

/** Which words name the goods of a problem: `reserved` words occur in hidden problems only. */
export type Words = 'public' | 'reserved';

const BY_LEAF: Readonly<Record<string, ReservedWords>> = {
  ...automotive,
  ...babyAndToys,
  ...beauty,
  ...computersAndAccessories,
  ...groceries,
  ...health,
  ...homeAndLiving,
  ...homeAppliances,
  ...kitchen,
  ...mensFashion,
  ...mobilesAndGadgets,
  ...pets,
  ...sportsAndOutdoors,
  ...stationeryAndMusic,
  ...toolsAndHardware,
  ...womensFashion,
};

export function reservedWords(leaf: string): ReservedWords {
  return BY_LEAF[leaf]!;
}

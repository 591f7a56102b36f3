import { automotive } from './departments/automotive.ts';
import { babyAndToys } from './departments/baby-and-toys.ts';
import { beauty } from './departments/beauty.ts';
import { computersAndAccessories } from './departments/computers-and-accessories.ts';
import { groceries } from './departments/groceries.ts';
import { health } from './departments/health.ts';
import { homeAndLiving } from './departments/home-and-living.ts';
import { homeAppliances } from './departments/home-appliances.ts';
import { kitchen } from './departments/kitchen.ts';
import { mensFashion } from './departments/mens-fashion.ts';
import { mobilesAndGadgets } from './departments/mobiles-and-gadgets.ts';
import { pets } from './departments/pets.ts';
import { sportsAndOutdoors } from './departments/sports-and-outdoors.ts';
import { stationeryAndMusic } from './departments/stationery-and-music.ts';
import { toolsAndHardware } from './departments/tools-and-hardware.ts';
import { womensFashion } from './departments/womens-fashion.ts';
import type { LeafCategory } from './leaf-category.ts';

/** All categories. The order affects what a seed generates, so new leaves go at the end of their department. */
export const CATALOGUE: readonly LeafCategory[] = [
  ...mobilesAndGadgets,
  ...computersAndAccessories,
  ...homeAppliances,
  ...womensFashion,
  ...mensFashion,
  ...sportsAndOutdoors,
  ...beauty,
  ...health,
  ...babyAndToys,
  ...homeAndLiving,
  ...kitchen,
  ...groceries,
  ...automotive,
  ...toolsAndHardware,
  ...pets,
  ...stationeryAndMusic,
];

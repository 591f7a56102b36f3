/** The environment that models are trained and evaluated in: problems, market, tools and rewards. */
export { type EnvironmentSplit, SPLITS, type SplitName } from './session/environment-split.ts';
export type { ShoppingEnvironment } from './session/shopping-environment.ts';

/** The environment that models are trained and evaluated in: problems, market, tools and rewards. */
export type { ShoppingEnvironment } from './session/shopping-environment.ts';

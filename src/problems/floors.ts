/** Policies without a model, and how much of a suite they may solve. */
export { floorProducts, floorsThatSolve } from './floors/floors.ts';

/** Policies without a model, and how much of a suite they may solve. */
export { FLOOR_LIMITS, FLOOR_POLICIES, type FloorPolicy, floorsThatSolve } from './floors/floors.ts';

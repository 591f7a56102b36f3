/** Weight vectors and their signatures. */
export { apportion } from './weights/apportion.ts';
export { type SignedWeights, signWeights } from './weights/signed-weights.ts';
export { U16_MAX, type WeightVector } from './weights/weight-vector.ts';

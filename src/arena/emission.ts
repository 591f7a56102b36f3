/** Emission policy, epochs and the weights that follow from them. */
export { currentEpoch } from './emission/current-epoch.ts';
export { type EmissionPolicy, emissionPolicySchema } from './emission/emission-policy.ts';
export { pinEpoch } from './emission/pin-epoch.ts';
export { weightsForEpoch } from './emission/weights-for-epoch.ts';

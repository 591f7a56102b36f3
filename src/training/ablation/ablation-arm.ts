/**
 * What the same recipe is trained on with the same number of tokens.
 *
 * - `filtered`: successes that the release holds.
 * - `unfiltered`: every success, whoever made the calls, as many of each agent as chance gives.
 * - `scripted`: only successes of which the agency verdict says that no model made the calls.
 * - `random`: drawn like `unfiltered` with another seed; how far it is from that arm is what chance alone does.
 */
export const ARMS = ['filtered', 'unfiltered', 'scripted', 'random'] as const;

export type Arm = (typeof ARMS)[number];

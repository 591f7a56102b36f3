/**
 * Above this, a difference is called chance. It does not decide the champion: the margin does, and this says how
 * certain the difference is.
 */
export const SIGNIFICANCE_LEVEL = 0.05;

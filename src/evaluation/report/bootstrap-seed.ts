/** Fixed, so that intervals are reproducible and cannot be chosen. */
export const BOOTSTRAP_SEED = 20_260_101;

/** Fixed, so that nobody can pick an interval and everybody gets the same one. */
export const BOOTSTRAP_SEED = 20_260_101;

/** Fixed, so that an interval cannot be picked and is the same for everyone. */
export const BOOTSTRAP_SEED = 20_260_101;

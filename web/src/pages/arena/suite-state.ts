/** Whether the arena has an active suite; `unknown` until it has answered. */
export type SuiteState = 'unknown' | 'none' | 'active';

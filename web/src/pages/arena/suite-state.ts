/** Whether the arena has an active suite; `unknown` until it has said so. */
export type SuiteState = 'unknown' | 'none' | 'active';

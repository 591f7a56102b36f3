/** What the dashboard uses of the arena: schemas and rules that need no Node. */
export { emissionShapeSchema, weightSchemeSchema } from './emission/emission-policy.ts';
export { wireProblemIdBy } from './exam/wire-problem-id-by.ts';
export { RACE_STATES } from './race/race-state.ts';
export { licenceSchema } from './submission/licence.ts';
export { ledgerSchema } from './wire/chain-wire.ts';
export { challengeSchema, healthSchema, registrationSchema, sessionSchema } from './wire/session-wire.ts';

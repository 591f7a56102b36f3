/** The part of the arena that the dashboard uses: schemas and rules that do not need Node. */
export { emissionShapeSchema, weightSchemeSchema } from './emission/emission-policy.ts';
export { wireProblemIdBy } from './exam/wire-problem-id-by.ts';
export { RACE_STATES } from './race/race-state.ts';
export { SIGNIFICANCE_LEVEL } from './race/significance-level.ts';
export { licenceSchema } from './submission/licence.ts';
export { NOTICE_KINDS, type Notice, noticesOf } from './webhooks/notice.ts';
export { ledgerSchema } from './wire/chain-wire.ts';
export {
  browserSessionSchema,
  challengeSchema,
  checkedHealthSchema,
  healthSchema,
  registrationSchema,
  type WhoamiWire,
  whoamiSchema,
} from './wire/session-wire.ts';

/** Which facts about problems and runs each viewer may see. */
export {
  discloseMessages,
  discloseProblem,
  discloseRun,
  isLoadPublic,
  isProgressPublic,
  type MessageDisclosure,
  type ProblemDisclosure,
  type ProblemState,
  publicComponents,
} from './secrecy/disclose.ts';
export { readOutOfUse } from './secrecy/read-out-of-use.ts';
export { readRetired } from './secrecy/read-retired.ts';

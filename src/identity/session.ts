/** Challenges and sessions. */
export { type ChallengeRules, DEFAULT_CHALLENGE_RULES } from './session/challenge.ts';
export type { Challenges } from './session/challenges.ts';
export { issueChallenge, openSession } from './session/open-session.ts';
export { bearerToken, DEFAULT_SESSION_SECONDS, sessionTokenHash } from './session/session.ts';
export type { Sessions } from './session/sessions.ts';

/** What the gateway recorded of an attempt: conversations as the model saw them, calls as the program made them. */
export { readEvidence } from './intake/read-attempt.ts';
export { type ScriptedStep, scriptedSteps } from './rewrite/scripted-steps.ts';
export { type SpokenConversation, spokenConversations } from './trajectory/spoken-conversations.ts';

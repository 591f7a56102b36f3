import { fileURLToPath } from 'node:url';
import { AGENT_RULES } from '../../sandbox/agent-rules.ts';

export const KIT_PATH = fileURLToPath(new URL('../../../python/agent-kit', import.meta.url));

/** Modules that the reader resolves when a file imports them: those that agents may use as a whole. */
export const RESOLVED_MODULES: readonly string[] = [...AGENT_RULES.modules, ...AGENT_RULES.packages];

/** The Python program that reads contestants' files. */
export const READER_PATH = fileURLToPath(new URL('../../../python/admission/read_facts.py', import.meta.url));

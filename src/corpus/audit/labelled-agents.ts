import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type AgentFile, readAgentFile } from '../../attempt/run.ts';
import { parseJson } from '../../json/parse-json.ts';

const FOLDER = new URL('../../../agents/labelled/', import.meta.url);

const manifestSchema = z.array(
  z.object({
    file: z.string(),
    /** By its source. `mixed` and `scripted` are both not agentic. */
    label: z.enum(['agentic', 'mixed', 'scripted']),
    /** Where it needs a certain one. */
    model: z.string().optional(),
    /** Whether rules were tuned on it; agents that we wrote ourselves all were. */
    half: z.enum(['tuning', 'held out']).default('tuning'),
    because: z.string(),
  }),
);

export interface LabelledAgent {
  readonly name: string;
  readonly label: 'agentic' | 'mixed' | 'scripted';
  readonly because: string;
  /** Which it needs; any model will do where it is left out. */
  readonly model?: string | undefined;
  readonly half: 'tuning' | 'held out';
  readonly agent: AgentFile;
}

export const LABELLED_SETS = ['own', 'outside'] as const;
export type LabelledSet = (typeof LABELLED_SETS)[number];

/**
 * Agents whose source is known. `own`: the examples, and those that were written to be told apart. `outside`: written by
 * people who had the documents for contestants and a sentence of what to achieve, and had not seen how agents are told apart.
 */
export function readLabelledAgents(set: LabelledSet = 'own'): LabelledAgent[] {
  const folder = set === 'own' ? FOLDER : new URL('outside/', FOLDER);
  const json = parseJson(readFileSync(new URL('manifest.json', folder), 'utf8'));
  return manifestSchema.parse(json.ok ? json.value : undefined).map(({ file, ...rest }) => {
    const path = fileURLToPath(new URL(file, folder));
    const name = set === 'own' ? basename(file, '.py') : file.replace(/\.py$/, '');
    return { name, agent: readAgentFile(path), ...rest };
  });
}

/** What the examples say when their program steps in for a model that came to no end. */
const STEPPED_IN = 'The model gave no recommendation; this is the nearest there is to one.';

/** An agent is agentic by its source; an attempt in which its program took over is mixed, by the same source. */
export function labelOf({ label }: LabelledAgent, dialogue: unknown): LabelledAgent['label'] {
  return label === 'agentic' && JSON.stringify(dialogue ?? []).includes(STEPPED_IN) ? 'mixed' : label;
}

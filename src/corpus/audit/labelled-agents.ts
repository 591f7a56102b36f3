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
    /** Label according to its source. `mixed` and `scripted` are both not agentic. */
    label: z.enum(['agentic', 'mixed', 'scripted']),
    /** Set if the agent needs a specific model. */
    model: z.string().optional(),
    /** Whether the rules were tuned on it. All agents that we wrote ourselves were used for tuning. */
    half: z.enum(['tuning', 'held out']).default('tuning'),
    because: z.string(),
  }),
);

export interface LabelledAgent {
  readonly name: string;
  readonly label: 'agentic' | 'mixed' | 'scripted';
  readonly because: string;
  /** The model it needs; if omitted, any model can be used. */
  readonly model?: string | undefined;
  readonly half: 'tuning' | 'held out';
  readonly agent: AgentFile;
}

export const LABELLED_SETS = ['own', 'outside'] as const;
export type LabelledSet = (typeof LABELLED_SETS)[number];

/**
 * Agents whose source is known. `own`: the examples, and agents written to test the detection. `outside`: written by
 * people who had the documents for contestants and one sentence about the goal, and had not seen how agents are told
 * apart.
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

/** What the examples write when their program takes over because the model gave no recommendation. */
const STEPPED_IN = 'The model gave no recommendation; this is the nearest there is to one.';

/** The label of an attempt according to the source: an agentic agent's attempt is mixed if its program took over. */
export function labelOf({ label }: LabelledAgent, dialogue: unknown): LabelledAgent['label'] {
  return label === 'agentic' && JSON.stringify(dialogue ?? []).includes(STEPPED_IN) ? 'mixed' : label;
}

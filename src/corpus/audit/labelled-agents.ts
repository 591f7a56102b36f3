import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type AgentFile, readAgentFile } from '../../attempt/run.ts';
import { parseJson } from '../../json/parse-json.ts';

const FOLDER = new URL('../../../agents/labelled/', import.meta.url);

const manifestSchema = z.array(
  z.strictObject({
    file: z.string(),
    /** By its source. `mixed` and `scripted` are both not agentic. */
    label: z.enum(['agentic', 'mixed', 'scripted']),
    model: z.string(),
    because: z.string(),
  }),
);

export interface LabelledAgent {
  readonly name: string;
  readonly label: 'agentic' | 'mixed' | 'scripted';
  readonly because: string;
  readonly model: string;
  readonly agent: AgentFile;
}

/** The agents whose source is known: the examples, and those that were written to be told apart. */
export function readLabelledAgents(): LabelledAgent[] {
  const json = parseJson(readFileSync(new URL('manifest.json', FOLDER), 'utf8'));
  return manifestSchema.parse(json.ok ? json.value : undefined).map(({ file, ...rest }) => {
    const path = fileURLToPath(new URL(file, FOLDER));
    return { name: basename(file, '.py'), agent: readAgentFile(path), ...rest };
  });
}

/** What the examples say when their program steps in for a model that came to no end. */
const STEPPED_IN = 'The model gave no recommendation; this is the nearest there is to one.';

/** An agent is agentic by its source; an attempt in which its program took over is mixed, by the same source. */
export function labelOf({ label }: LabelledAgent, dialogue: unknown): LabelledAgent['label'] {
  return label === 'agentic' && JSON.stringify(dialogue ?? []).includes(STEPPED_IN) ? 'mixed' : label;
}

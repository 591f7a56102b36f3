import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SandboxEnding } from '../sandbox.ts';
import { type Attack, GUARANTEES, type SandboxGuarantee } from './attack.ts';

const FOLDER = new URL('../../../agents/hostile/', import.meta.url);

const ENDINGS = [
  'finished',
  'crashed',
  'out of time',
  'out of cpu',
  'out of memory',
  'printed too much',
  'answer too large',
] as const satisfies readonly SandboxEnding['kind'][];

const yes = z.literal('yes').optional();

/** The first lines of an agent's docstring: the target of the attack and the allowed results. */
const header = z.strictObject({
  attack: z.string().min(1),
  promise: z.enum(Object.keys(GUARANTEES) as [SandboxGuarantee, ...SandboxGuarantee[]]),
  endings: z
    .string()
    .default('finished')
    .transform((text) => text.split(', '))
    .pipe(z.array(z.enum(ENDINGS))),
  answer: z.enum(['report', 'accepted', 'refused', 'any']).default('report'),
  runs: z.enum(['once', 'twice', 'at once']).default('once'),
  alone: yes,
  control: yes,
  'own kernel': z.literal('harmless').optional(),
});

/** All hostile agents, sorted by name. */
export function readAttacks(): readonly Attack[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.py'))
    .sort()
    .map((file) => readAttack(file.slice(0, -'.py'.length), readFileSync(new URL(file, FOLDER))));
}

export function readAttack(name: string, source: Uint8Array): Attack {
  const text = Buffer.from(source).toString('utf8');
  const lines =
    text
      .match(/^"""([\s\S]*?)(?:\n\n|"""|\n""")/)?.[1]
      ?.trimEnd()
      .split('\n') ?? [];
  const parsed = header.safeParse(Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2))));
  if (!parsed.success) throw new Error(`The header of ${name} is invalid. ${z.prettifyError(parsed.error)}`);
  const { attack, promise, endings, answer, runs, alone, control, 'own kernel': ownKernel } = parsed.data;
  return {
    name,
    title: attack,
    promise,
    endings,
    answer,
    runs,
    alone: alone !== undefined,
    control: control !== undefined,
    harmlessOnOwnKernel: ownKernel !== undefined,
    source,
  };
}

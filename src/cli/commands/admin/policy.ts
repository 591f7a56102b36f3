import { Command } from 'commander';
import { z } from 'zod';
import { Fault } from '../../../fault/fault.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { type AdminOptions, act, type ReasonOptions, withReason } from '../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

const policySchema = z.object({
  version: z.int(),
  policy: z.record(z.string(), z.json()),
  overrides: z.array(z.object({ path: z.string(), value: z.json(), configured: z.json().optional() })),
});

const changedSchema = z.object({
  version: z.int(),
  changes: z.array(z.object({ path: z.string(), from: z.json().optional(), to: z.json().optional() })),
});

const PATH = 'field of the policy, such as queue.leaseSeconds';

export function adminPolicyCommand(): Command {
  return new Command('policy')
    .helpCommand(false)
    .addCommand(showCommand())
    .addCommand(setCommand())
    .addCommand(resetCommand());
}

function showCommand(): Command {
  const command = new Command('show').description('show the policy in force and what differs from arena.json');
  return withSignedArenaOptions(command).action(async (options: AdminOptions) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const policy = await askArena(arena, { path: '/v1/admin/policy', answer: policySchema, signed: true });
    terminal.print(table(['policy', 'value'], leavesOf(policy.policy)));
    terminal.print(
      policy.version === 0
        ? 'Version 0: as in arena.json.'
        : withGivenOptions(
            `Version ${policy.version}. \`assay admin events --action policy.changed\` shows who changed what, and why.`,
          ),
    );
    for (const { path, value, configured } of policy.overrides) {
      terminal.print(`  ${path}: ${valueText(value)} (arena.json: ${valueText(configured)})`);
    }
    terminal.report(policy);
  });
}

function setCommand(): Command {
  const command = new Command('set')
    .description('change a value of the policy, in every process, without a restart')
    .argument('<path>', PATH)
    .argument('<value>', 'as in arena.json: 300, true, text');
  return withReason(command).action((path: string, value: string, options: ReasonOptions) =>
    change(options, { set: { [path]: parseValue(value) }, reason: options.why }),
  );
}

function resetCommand(): Command {
  const command = new Command('reset').description('reset a value to that in arena.json').argument('<path>', PATH);
  return withReason(command).action((path: string, options: ReasonOptions) =>
    change(options, { reset: [path], reason: options.why }),
  );
}

async function change(options: AdminOptions, body: Readonly<Record<string, unknown>>): Promise<void> {
  await act(options, { path: '/v1/admin/policy', body, answer: changedSchema }, ({ version, changes }) =>
    [
      ...changes.map(({ path, from, to }) => `${path}: ${valueText(from)} -> ${valueText(to)}.`),
      `Policy version ${version}, in the public ledger.`,
    ].join(' '),
  );
}

/** JSON, or a plain word: `off` needs no quotes. */
function parseValue(text: string): unknown {
  const json = parseJson(text);
  if (json.ok) return json.value;
  if (/^[\w./:@ -]+$/.test(text)) return text;
  throw new Fault('USAGE', {
    message: `"${text}" is not a value: ${json.reason}.`,
    remedy: 'Write it as in arena.json.',
  });
}

function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, valueText(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

function valueText(value: unknown): string {
  return value === undefined ? 'not set' : JSON.stringify(value);
}

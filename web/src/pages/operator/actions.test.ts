import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ActionContext, type ActionField, fieldProblem } from './action.ts';
import { ACTION_GROUPS, actionOf } from './actions.ts';

const COMMANDS = [
  ...readFileSync(new URL('../../../../docs/cli.md', import.meta.url), 'utf8').matchAll(/^#{3,4} assay admin (.+)$/gm),
].map(([, command]) => command!);

/**
 * Commands that are not actions: lists, which this or another page shows, and commands that take a file or run on the
 * arena's machine.
 */
const NOT_ACTS = [
  ...['bank', 'stops', 'stuck', 'flagged', 'copies', 'versions', 'licences', 'runs', 'miners', 'validators', 'events'],
  ...['suite list', 'policy show', 'race inspect'],
  ...['suite create', 'suite twins', 'corpus publish', 'doctor', 'rotate-secret'],
];

const ACTS = ACTION_GROUPS.flatMap(({ acts }) => acts);
const CONTEXT: ActionContext = { race: { number: 3, state: 'qualifying_open', racers: 2 }, now: Date.UTC(2030, 0, 1) };
const ADDRESS = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const ID = '0196f8a2-1c3d-7e4f-8a5b-6c7d8e9f0a1b';

function sampleOf({ kind, options, least = 1 }: ActionField): string {
  switch (kind) {
    case 'contestant':
    case 'validator':
    case 'hotkey':
      return ADDRESS;
    case 'version':
    case 'run':
      return ID;
    case 'suite':
    case 'number':
      return `${Math.max(2, least)}`;
    case 'choice':
      return options![0]![0];
    case 'json':
      return '300';
    default:
      return 'queue.leaseSeconds';
  }
}

describe('the acts of the operator page', () => {
  it('the operator page has an act for every admin command that works over the API', () => {
    const groups = COMMANDS.filter((command) => COMMANDS.some((other) => other.startsWith(`${command} `)));
    const leaves = COMMANDS.filter((command) => !groups.includes(command) && !NOT_ACTS.includes(command));
    const covered = leaves.filter((leaf) =>
      ACTS.some(({ command }) => command === leaf || command.startsWith(`${leaf} `)),
    );
    expect(leaves.length).toBeGreaterThan(20);
    expect(covered).toEqual(leaves);
    for (const { command } of ACTS) {
      expect(
        leaves.some((leaf) => command === leaf || command.startsWith(`${leaf} `)),
        command,
      ).toBe(true);
    }
    for (const command of NOT_ACTS) expect(COMMANDS).toContain(command);
  });

  it.each(ACTS.map((act) => [act.command, act] as const))(
    '%s says what happens and asks for a route of the arena',
    (_, act) => {
      const values = Object.fromEntries(act.fields.map((field) => [field.name, sampleOf(field)]));
      for (const field of act.fields) expect(fieldProblem(field, values[field.name]!), field.name).toBeUndefined();
      expect(act.effect(values, CONTEXT)).toMatch(/^[A-Z0-9q].+\.$/);
      const { path, body } = act.request(values, CONTEXT);
      expect(path).toMatch(/^\/v1\/(admin|chain)\//);
      expect(`${path} ${JSON.stringify(body ?? {})}`).not.toContain('undefined');
      expect(act.typeToConfirm?.(values, CONTEXT)).not.toBe('');
    },
  );

  it('that take something away for good are confirmed by typing', () => {
    const typed = ACTS.filter(({ typeToConfirm }) => typeToConfirm !== undefined).map(({ command }) => command);
    expect(typed.sort()).toEqual([
      'fund',
      'problem retire',
      'profile clear',
      'race cancel',
      'race close',
      'run invalidate',
      'suite activate',
      'version cancel',
      'version reevaluate',
      'version set-top',
    ]);
    expect(actionOf('race cancel').typeToConfirm?.({}, CONTEXT)).toBe('race 3');
    expect(actionOf('run invalidate').typeToConfirm?.({ run: ID }, CONTEXT)).toBe('9f0a1b');
  });

  it('count the end of a stop from the clock of the arena', () => {
    const { body } = actionOf('stop claims').request({ reason: 'x', hours: '2' }, CONTEXT);
    expect(body).toEqual({ reason: 'x', auto_release_at: '2030-01-01T02:00:00.000Z' });
  });

  it.each([
    ['hotkey', '5Grw', /Not a hotkey address/],
    ['hotkey', `${ADDRESS}/../x`, /Not a hotkey address/],
    ['version', `${ID}/code`, /Not an id/],
    ['number', '0', /from 1/],
    ['number', 'many', /from 1/],
    ['json', '{', /arena.json/],
    ['reason', ' ', /missing/],
  ] as const)('refuse a %s of %j', (kind, value, problem) => {
    expect(fieldProblem({ name: 'x', label: 'X', kind }, value)).toMatch(problem);
  });
});

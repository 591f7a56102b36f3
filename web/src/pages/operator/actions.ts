import { counted } from '../../../../src/text/counted.ts';
import {
  type Action,
  type ActionContext,
  type ActionField,
  type ActionGroup,
  type ActionValues,
  jsonOf,
} from './action.ts';

const REASON: ActionField = {
  name: 'reason',
  label: 'Reason',
  kind: 'reason',
  hint: 'Published in the ledger, with your hotkey.',
};
const PERHAPS: ActionField = { ...REASON, kind: 'optional reason', label: 'Reason (optional)' };
const VERSION: ActionField = { name: 'version', label: 'Version', kind: 'version' };
const SUITE: ActionField = { name: 'suite', label: 'Suite (default: the active one)', kind: 'suite', isOptional: true };
const CONTESTANT: ActionField = { name: 'hotkey', label: 'Hotkey of the contestant', kind: 'contestant' };
const VALIDATOR: ActionField = { name: 'hotkey', label: 'Hotkey of the validator', kind: 'validator' };
const HOTKEY: ActionField = { name: 'hotkey', label: 'Hotkey', kind: 'hotkey' };
const TAO: ActionField = { name: 'tao', label: 'TAO (simulated)', kind: 'number', least: 0, most: 1e9 };

const HOUR = 3_600_000;
/** Characters of a key or id to type: enough that the operator has to look at it. */
const TYPED = 6;

const endOf = (name: string) => (values: ActionValues) => (values[name] ?? '').slice(-TYPED);
const reasonOf = ({ reason }: ActionValues) => (isGiven(reason) ? { reason } : {});
const suiteOf = ({ suite }: ActionValues) => (isGiven(suite) ? { suite_id: Number(suite) } : {});
const raceText = ({ race }: ActionContext) => (race === undefined ? 'the race' : `race ${race.number}`);
const isGiven = (value: string | undefined): value is string => value !== undefined && value !== '';
const noRace = ({ race }: ActionContext) => (race === undefined ? 'No race is open.' : undefined);

interface VersionAct {
  readonly name: string;
  readonly title: string;
  readonly effect: string;
  readonly reason: ActionField;
  readonly onSuite?: boolean;
  readonly isFinal?: boolean;
}

function versionAct({ name, title, effect, reason, onSuite = false, isFinal = false }: VersionAct): Action {
  return {
    command: `version ${name}`,
    title,
    fields: [VERSION, ...(onSuite ? [SUITE] : []), reason],
    effect: () => effect,
    ...(isFinal && { typeToConfirm: endOf('version') }),
    request: (values) => ({
      method: 'POST',
      path: `/v1/admin/agent-versions/${values.version}/${name}`,
      body: { ...reasonOf(values), ...(onSuite && suiteOf(values)) },
    }),
  };
}

function banActs(role: 'miner' | 'validator'): readonly Action[] {
  const [field, word] = role === 'miner' ? [CONTESTANT, 'contestant'] : [VALIDATOR, 'validator'];
  const path = ({ hotkey }: ActionValues, act: string) => `/v1/admin/${role}s/${hotkey}/${act}`;
  const loses =
    role === 'miner'
      ? 'It can no longer submit, and its versions do not race. Versions that it has submitted are still evaluated. It may still validate.'
      : 'It gets no more work and loses the runs it holds; others may take them. It may still compete.';
  return [
    {
      command: `ban ${role}`,
      title: `Ban a ${word}`,
      fields: [field, REASON],
      effect: () => `${loses} You can lift the ban.`,
      request: (values) => ({ method: 'POST', path: path(values, 'ban'), body: reasonOf(values) }),
    },
    {
      command: `unban ${role}`,
      title: `Lift the ban on a ${word}`,
      fields: [field, PERHAPS],
      effect: () =>
        role === 'miner' ? 'It may compete again.' : 'It may validate again. Any exclusion after audits is lifted too.',
      request: (values) => ({ method: 'POST', path: path(values, 'unban'), body: reasonOf(values) }),
    },
  ];
}

function stopActs(what: 'claims' | 'submissions'): readonly Action[] {
  const path = what === 'claims' ? '/v1/admin/validator' : '/v1/admin/submission';
  const meaning =
    what === 'claims' ? 'No runs are assigned to validators; active runs may finish' : 'No submission is accepted';
  return [
    {
      command: `stop ${what}`,
      title: `Stop ${what}`,
      fields: [
        {
          name: 'hours',
          label: 'Hours (empty: until resumed)',
          kind: 'number',
          isOptional: true,
          least: 0.01,
          most: 8_760,
        },
        REASON,
      ],
      effect: ({ hours }) =>
        `${meaning}, ${isGiven(hours) ? `for ${hours} h of arena time, or until an operator resumes them` : 'until an operator resumes them'}.`,
      request: (values, { now }) => ({
        method: 'POST',
        path: `${path}-pause`,
        body: {
          ...reasonOf(values),
          ...(values.hours && { auto_release_at: new Date(now + Number(values.hours) * HOUR).toISOString() }),
        },
      }),
    },
    {
      command: `release ${what}`,
      title: `Resume ${what}`,
      fields: [PERHAPS],
      effect: () => (what === 'claims' ? 'Runs are assigned again.' : 'Submissions are accepted again.'),
      request: (values) => ({ method: 'POST', path: `${path}-resume`, body: reasonOf(values) }),
    },
  ];
}

/** Every action of `assay admin` that uses the API, grouped for operators. */
export const ACTION_GROUPS: readonly ActionGroup[] = [
  { title: 'Work', acts: [...stopActs('claims'), ...stopActs('submissions')] },
  {
    title: 'Races',
    acts: [
      {
        command: 'race close',
        title: 'Close qualifying now',
        fields: [],
        unavailable: noRace,
        effect: (_, context) =>
          `Qualifying of ${raceText(context)} closes now instead of at its time. Versions without a score enter the next race. The race begins within seconds.`,
        typeToConfirm: (_, context) => raceText(context),
        request: () => ({ method: 'POST', path: '/v1/admin/races/close-qualifying' }),
      },
      {
        command: 'race cancel',
        title: 'Cancel the race',
        fields: [REASON],
        unavailable: noRace,
        effect: (_, context) =>
          `The arena cancels ${raceText(context)}. Its scores are never shown, the champion stays, and the next qualifying opens. Problems already drawn still count as used.`,
        typeToConfirm: (_, context) => raceText(context),
        request: (values, { race }) => ({
          method: 'POST',
          path: '/v1/admin/races/cancel',
          body: { ...reasonOf(values), ...(race !== undefined && { race_number: race.number }) },
        }),
      },
    ],
  },
  {
    title: 'Versions and runs',
    acts: [
      versionAct({
        name: 'cancel',
        title: 'Cancel a version',
        effect: 'All work for it ends permanently: it leaves the queue and its active runs end. Its score stays.',
        reason: REASON,
        isFinal: true,
      }),
      versionAct({
        name: 'discard',
        title: 'Discard a version',
        effect: 'It leaves the leaderboard and does not race. Reinstating undoes this.',
        reason: REASON,
        onSuite: true,
      }),
      versionAct({
        name: 'reinstate',
        title: 'Reinstate a discarded version',
        effect: 'It is on the leaderboard again.',
        reason: PERHAPS,
        onSuite: true,
      }),
      versionAct({
        name: 'clear-flag',
        title: 'Clear the flag of a version',
        effect: 'It is no longer flagged for review. A version that was held as a copy is evaluated.',
        reason: REASON,
      }),
      versionAct({
        name: 'eliminate',
        title: 'Eliminate a version from races',
        effect: 'It stays on the leaderboard and does not race. Reinstating undoes this.',
        reason: REASON,
        onSuite: true,
      }),
      versionAct({
        name: 'reinstate-elimination',
        title: 'Let an eliminated version race again',
        effect: 'It may race again.',
        reason: PERHAPS,
        onSuite: true,
      }),
      {
        command: 'version reevaluate',
        title: 'Evaluate a version again',
        fields: [
          VERSION,
          {
            name: 'runs',
            label: 'Runs (empty: default)',
            kind: 'number',
            isOptional: true,
            least: 1,
            most: 20,
          },
          SUITE,
          REASON,
        ],
        effect: () => 'Its score is removed, and validators run it again. The removed score cannot be restored.',
        typeToConfirm: endOf('version'),
        request: (values) => ({
          method: 'POST',
          path: `/v1/admin/agent-versions/${values.version}/reevaluate`,
          body: {
            ...reasonOf(values),
            ...suiteOf(values),
            ...(values.runs && { required_successes: Number(values.runs) }),
          },
        }),
      },
      {
        command: 'version set-top',
        title: 'Make a version champion',
        fields: [
          VERSION,
          {
            name: 'force',
            label: 'Condition',
            kind: 'choice',
            options: [
              ['no', 'only if it has beaten the champion'],
              ['yes', 'in any case (recorded as forced)'],
            ],
          },
          SUITE,
        ],
        effect: ({ force }) =>
          `It becomes champion now and is paid from the next epoch${force === 'yes' ? ', whether or not it has beaten the champion' : ', if it has beaten the champion by the margin'}. The former champion gets no compensation.`,
        typeToConfirm: endOf('version'),
        request: (values) => ({
          method: 'POST',
          path: `/v1/admin/agent-versions/${values.version}/set-top`,
          body: { ...suiteOf(values), force: values.force === 'yes' },
        }),
      },
      {
        command: 'version code',
        title: 'Read the code of a version',
        fields: [VERSION],
        effect: () => 'You get an address where its code can be read for ten minutes. Nothing changes.',
        request: ({ version }) => ({ method: 'GET', path: `/v1/admin/agent-versions/${version}/code` }),
      },
      {
        command: 'run invalidate',
        title: 'Invalidate a run',
        fields: [{ name: 'run', label: 'Run', kind: 'run' }, REASON],
        effect: () => 'It no longer counts. Scores that it was part of are computed again, and another run is needed.',
        typeToConfirm: endOf('run'),
        request: (values) => ({
          method: 'POST',
          path: `/v1/admin/evaluation-runs/${values.run}/invalidate`,
          body: reasonOf(values),
        }),
      },
    ],
  },
  {
    title: 'People',
    acts: [
      ...banActs('miner'),
      ...banActs('validator'),
      {
        command: 'cooldown clear',
        title: 'Clear a cooldown',
        fields: [CONTESTANT],
        effect: () => 'It can submit again immediately.',
        request: ({ hotkey }) => ({ method: 'POST', path: `/v1/admin/miners/${hotkey}/clear-cooldown` }),
      },
      {
        command: 'profile clear',
        title: 'Remove a display name',
        fields: [HOTKEY, REASON],
        effect: () => 'Its display name and link are deleted. They are stored nowhere else.',
        typeToConfirm: endOf('hotkey'),
        request: (values) => ({
          method: 'POST',
          path: `/v1/admin/profiles/${values.hotkey}/clear`,
          body: reasonOf(values),
        }),
      },
      {
        command: 'validator limit',
        title: 'Limit the runs of a validator',
        fields: [VALIDATOR, { name: 'runs', label: 'Runs at once', kind: 'number', least: 1, most: 16 }, PERHAPS],
        effect: ({ runs }) => `It may hold ${counted(Number(runs), 'run')} at once. Runs that it holds now may finish.`,
        request: (values) => ({
          method: 'PATCH',
          path: `/v1/admin/validators/${values.hotkey}`,
          body: { max_concurrent_runs: Number(values.runs), ...reasonOf(values) },
        }),
      },
      {
        command: 'validator name',
        title: 'Name a validator',
        fields: [VALIDATOR, { name: 'name', label: 'Name (empty to remove)', kind: 'text', isOptional: true }, PERHAPS],
        effect: ({ name }) =>
          isGiven(name)
            ? `Pages and lists call it ${name}, unless it named itself.`
            : 'The name that an operator gave it is removed.',
        request: (values) => ({
          method: 'PATCH',
          path: `/v1/admin/validators/${values.hotkey}`,
          body: { name: isGiven(values.name) ? values.name : null, ...reasonOf(values) },
        }),
      },
    ],
  },
  {
    title: 'Problems and policy',
    acts: [
      {
        command: 'problem retire',
        title: 'Retire problems of the bank',
        fields: [{ name: 'problems', label: 'Ids, separated by spaces', kind: 'problems' }, REASON],
        effect: ({ problems = '' }) =>
          `${counted(idsOf(problems).length, 'problem is', 'problems are')} never drawn again. Ids and reason become public. A draw that is committed may still use them.`,
        typeToConfirm: () => 'retire',
        request: (values) => ({
          method: 'POST',
          path: '/v1/admin/problems/retire',
          body: { problem_ids: idsOf(values.problems ?? ''), ...reasonOf(values) },
        }),
      },
      {
        command: 'suite activate',
        title: 'Activate a suite',
        fields: [
          { name: 'suite', label: 'Suite', kind: 'suite' },
          {
            name: 'requeue',
            label: 'Number of top versions to queue',
            kind: 'number',
            isOptional: true,
            least: 0,
            most: 1_000,
          },
        ],
        effect: ({ suite }) =>
          `Suite ${suite} becomes the active suite. Versions qualify on it from now on, and scores on the former suite no longer count. A suite whose answers became public cannot be activated again.`,
        typeToConfirm: ({ suite }) => `suite ${suite}`,
        request: ({ suite, requeue }) => ({
          method: 'POST',
          path: `/v1/admin/suites/${suite}/activate?requeue_top_n=${Number(requeue || 0)}`,
        }),
      },
      {
        command: 'policy set',
        title: 'Change a policy setting',
        fields: [
          { name: 'path', label: 'Setting', kind: 'setting', hint: 'Such as queue.leaseSeconds' },
          { name: 'value', label: 'Value', kind: 'json', hint: 'As in arena.json: 300, true, text' },
          REASON,
        ],
        effect: ({ path, value }) =>
          `${path} becomes ${value}, in every process of the arena and without a restart. The change is public. Resetting undoes it.`,
        request: ({ path = '', value = '', reason }) => ({
          method: 'POST',
          path: '/v1/admin/policy',
          body: { set: { [path]: jsonOf(value)?.value }, reason },
        }),
      },
      {
        command: 'policy reset',
        title: 'Reset a policy setting',
        fields: [{ name: 'path', label: 'Setting', kind: 'setting' }, REASON],
        effect: ({ path }) => `${path} is reset to its value in arena.json.`,
        request: ({ path, reason }) => ({ method: 'POST', path: '/v1/admin/policy', body: { reset: [path], reason } }),
      },
    ],
  },
  {
    title: 'Local chain',
    acts: [
      {
        command: 'stake',
        title: 'Set a stake',
        fields: [HOTKEY, TAO],
        effect: ({ tao }) =>
          `Its total stake on the local chain becomes ${tao} simulated TAO. It is registered if needed. Stake decides who may validate.`,
        request: ({ hotkey, tao }) => ({
          method: 'POST',
          path: '/v1/chain/register',
          body: { hotkey, stake_tao: Number(tao) },
        }),
      },
      {
        command: 'fund',
        title: 'Fund a hotkey',
        fields: [HOTKEY, { ...TAO, least: 0.000_001 }],
        effect: ({ tao }) => `Its balance on the local chain grows by ${tao} simulated TAO. It cannot be taken back.`,
        typeToConfirm: endOf('hotkey'),
        request: ({ hotkey, tao }) => ({
          method: 'POST',
          path: '/v1/admin/chain/fund',
          body: { hotkey, tao: Number(tao) },
        }),
      },
    ],
  },
];

export function actionOf(command: string): Action {
  const found = ACTION_GROUPS.flatMap(({ acts }) => acts).find((act) => act.command === command);
  if (found === undefined) throw new Error(`there is no action ${command}`);
  return found;
}

function idsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((id) => id !== '');
}

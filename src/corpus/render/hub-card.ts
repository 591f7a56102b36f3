import { SPLIT_NAMES } from '../../problems/clusters.ts';
import { NO_LICENCE, UNSTATED_LICENCE } from '../release/release-row.ts';
import type { ExportedFiles, RowFiles } from './corpus-format.ts';

/** Licence names used by the Hub. */
const HUB_LICENCES: Readonly<Record<string, string>> = {
  'Apache-2.0': 'apache-2.0',
  'CC-BY-4.0': 'cc-by-4.0',
  'CC0-1.0': 'cc0-1.0',
};

const SIZES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000] as const;
const SIZE_NAMES = ['n<1K', '1K<n<10K', '10K<n<100K', '100K<n<1M', '1M<n<10M', 'n>10M'] as const;

/**
 * The card of a dataset: the metadata for the Hub and `datasets`, how to load it, and the card of the release. Rows of
 * each kind are a separate configuration, so that claimed and rewritten rows are loaded only on request.
 */
export function hubCard({ name, card, licences, kinds }: ExportedFiles): string {
  const rows = kinds.reduce((sum, { splits }) => sum + rowsIn(splits), 0);
  const filled = kinds.filter(({ splits }) => rowsIn(splits) > 0);
  const configs = filled.flatMap(({ kind, splits }) => [
    `- config_name: ${configOf(kind)}`,
    '  data_files:',
    ...SPLIT_NAMES.filter((split) => splits[split].lines > 0).flatMap((split) => [
      `  - split: ${split}`,
      `    path: ${splits[split].file}`,
    ]),
  ]);
  const head = [
    '---',
    `pretty_name: ${JSON.stringify(name)}`,
    'language:',
    '- en',
    'task_categories:',
    '- text-generation',
    'tags:',
    '- agent',
    '- tool-use',
    '- trajectories',
    'size_categories:',
    `- ${SIZE_NAMES[SIZES.findIndex((size) => rows < size)] ?? SIZE_NAMES.at(-1)!}`,
    ...licenceLines(licences),
    ...(configs.length === 0 ? [] : ['configs:', ...configs]),
    '---',
  ];
  // Removes the title of the release's card, because the name is already above.
  const about = card.replace(/^# .*\n+/, '');
  return [head.join('\n'), `# ${name}`, loading(filled), COLUMNS, about].join('\n\n');
}

function configOf(kind: string): string {
  return kind === 'trajectories' ? 'default' : kind;
}

function rowsIn(splits: RowFiles): number {
  return SPLIT_NAMES.reduce((sum, split) => sum + splits[split].lines, 0);
}

function licenceLines(licences: readonly string[]): string[] {
  const known = licences.map((licence) => HUB_LICENCES[licence]);
  const [only] = known;
  if (known.length === 1 && only !== undefined) return [`license: ${only}`];
  return ['license: other', `license_name: ${known.length === 0 ? UNSTATED_LICENCE : 'per-row'}`];
}

function loading(filled: ExportedFiles['kinds']): string {
  const configs = filled.map(({ kind, splits }) => {
    const rows = SPLIT_NAMES.map((split) => `${split} ${splits[split].lines}`).join(', ');
    return `- \`${configOf(kind)}\`: ${ABOUT[kind]} (rows: ${rows})`;
  });
  const first = filled[0] === undefined ? '' : configOf(filled[0].kind);
  return [
    '## Loading',
    `\`\`\`python\nfrom datasets import load_dataset\n\nrows = load_dataset("PATH", ${JSON.stringify(first)}, split="train")                  # or streaming=True\n\`\`\``,
    configs.join('\n'),
    `Licences are stated per row (\`licence\`); \`${UNSTATED_LICENCE}\` is not a licence, and \`${NO_LICENCE}\` allows nothing.`,
  ].join('\n\n');
}

const ABOUT = {
  trajectories: 'recorded by a gateway while the agent ran',
  claimed: 'from logs of other programs that no gateway recorded; `claimed` says which',
  rewritten: 'recorded calls with reasoning that a model wrote afterwards; `rewritten` names it',
} as const;

const COLUMNS = [
  '## Columns',
  'No column has nulls: missing values are empty texts or empty lists.',
  [
    '| column | |',
    '| --- | --- |',
    '| `messages`, `tools` | OpenAI’s form; `arguments` and `tools` are JSON text |',
    '| `trains` | what the row can be used for: `text`, `text+outcome`, `token-exact` |',
    '| `outcome`, `verdict` | `success`, `failure` or `unknown`; the verdict as JSON text |',
    '| `steps` | per answer of the model: place of its message, model, finish reason, `prompt_token_ids`, `token_ids` and `logprobs` where the provider gave them |',
    '| `source`, `fidelity`, `agency`, `receipt` | where the row comes from, whether the model saw these messages, who decided, hash of the validator’s receipt |',
    '| `replaced_prompts` | prompts that are not as they were sent: `system`, `user`, or empty |',
    '| `tools_given`, `supplied_results` | whether the model was sent the schemas; number of results at the end that no request shows |',
    '| `leak_cluster`, `problem_id` | rows of one cluster are in one split |',
    '| `claimed`, `rewritten` | marks of such rows as JSON text |',
  ].join('\n'),
].join('\n\n');

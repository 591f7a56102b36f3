import { type Argument, Command, type Option } from 'commander';
import { addAllCommands, type CommandTable, examplesIn, ROLES } from '../../src/cli/command-table.ts';
import { COMMANDS } from '../../src/cli/run-command-line.ts';

const HEAD = `# Command line

Every command of \`npx assay\`, its arguments and options. This page is generated from the commands: change them and run
\`npm run docs:cli\`.

Every command takes \`--help\`, and \`--json\` to print the result as one JSON document. The same thing has the same name
everywhere:

| option | meaning |
|---|---|
| \`--model\`, \`--base-url\`, \`--api-key-env\` | a model, its OpenAI-compatible endpoint, the environment variable with its key; a second model of a command has a prefix, as in \`--judge-model\`, \`--judge-base-url\`, \`--judge-api-key-env\` |
| \`--data\` | folder of attempts, or of the files of a service |
| \`--market\`, \`--bank\` | folder of the market, of the hidden bank |
| \`--workers\` | number of concurrent workers |
| \`--wallets\`, \`--wallet\`, \`--hotkey\` | the key that signs |
| \`--arena-url\` | address of an arena |
| \`--limit\`, \`--offset\` | how many to show or use, how many to skip first |
| \`--count\` | number of problems to make or draw |
| \`--dry-run\` | show what would happen, and change nothing |
| \`--fresh\` | ignore what an earlier run left, and start over |
| \`--out\` | folder or file to write |
`;

/** The page `docs/cli.md`, from the commands themselves. */
export async function describeCommands(): Promise<string> {
  const program = await addAllCommands(new Command('assay'), COMMANDS);
  const examples = await examplesOf(COMMANDS, 'assay');
  const contents = ROLES.map((role) => {
    const used = program.commands.filter((command) => COMMANDS[command.name()]!.role === role);
    const lines = used.map(
      (command) => `- [\`${command.name()}\`](#assay-${command.name()}): ${inTable(command.description())}`,
    );
    return [`${role}:`, '', ...lines].join('\n');
  });
  const sections = program.commands.flatMap((command) => sectionsOf(command, 'assay', examples));
  return `${[HEAD.trimEnd(), contents.join('\n\n'), ...sections].join('\n\n')}\n`;
}

async function examplesOf(table: CommandTable, parent: string): Promise<Map<string, readonly string[]>> {
  const examples = new Map<string, readonly string[]>();
  for (const [name, entry] of Object.entries(table)) {
    const path = `${parent} ${name}`;
    examples.set(path, examplesIn(entry));
    if (!('commands' in entry)) continue;
    for (const [each, lines] of await examplesOf(await entry.commands(), path)) examples.set(each, lines);
  }
  return examples;
}

function sectionsOf(command: Command, parent: string, examples: ReadonlyMap<string, readonly string[]>): string[] {
  const path = `${parent} ${command.name()}`;
  const depth = path.split(' ').length;
  const lines = [`${'#'.repeat(depth)} ${path}`, sentence(command.description())];
  const copied = examples.get(path) ?? [];
  const block = copied.length === 0 ? [] : [`\`\`\`bash\n${copied.map((each) => `npx ${each}`).join('\n')}\n\`\`\``];
  if (command.commands.length > 0) {
    lines.push(...block);
    return [lines.join('\n\n'), ...command.commands.flatMap((child) => sectionsOf(child, path, examples))];
  }
  const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(optionRow)];
  if (rows.length > 0) lines.push(['| | | default |', '|---|---|---|', ...rows].join('\n'));
  lines.push(...block);
  return [lines.join('\n\n')];
}

function argumentRow(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  const shown = argument.required ? `<${name}>` : `[${name}]`;
  return row(shown, withChoices(argument.description, argument.argChoices), '');
}

function optionRow(option: Option): string {
  const value = option.mandatory ? 'required' : defaultText(option);
  return row(option.flags, withChoices(option.description, option.argChoices), value);
}

function withChoices(description: string, choices: readonly string[] | undefined): string {
  return choices === undefined ? description : `${description} (${choices.join(', ')})`;
}

function defaultText({ defaultValue, defaultValueDescription, negate }: Option): string {
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  if (defaultValue === undefined || negate || (Array.isArray(defaultValue) && defaultValue.length === 0)) return '';
  const text = typeof defaultValue === 'object' ? JSON.stringify(defaultValue) : String(defaultValue);
  return `\`${text}\``;
}

function row(name: string, description: string, value: string): string {
  return `| \`${inTable(name)}\` | ${inTable(description)} | ${inTable(value)} |`;
}

function inTable(text: string): string {
  return text.replaceAll('|', '\\|');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

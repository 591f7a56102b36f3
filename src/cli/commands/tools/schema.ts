import { Command, InvalidArgumentError } from 'commander';
import { openAiTools } from '../../../tools/openai-tools.ts';
import { EIGHT_TOOLS, FOUR_TOOLS, SEVEN_TOOLS } from '../../../tools/shopping-tools.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options {
  readonly tools: HarnessSize;
  readonly json?: boolean;
}

export function toolsSchemaCommand(): Command {
  return new Command('schema')
    .option('--tools <n>', 'number of tools: 4, 7, or 8 with web_search', harness, 7)
    .action((options: Options) => {
      const terminal = createTerminal(options.json === true);
      const tools = openAiTools(HARNESSES[options.tools].map((tool) => tool.name));
      // The schemas are the result, with or without --json.
      terminal.print(JSON.stringify(tools, null, 2));
      terminal.report(tools);
    });
}

const HARNESSES = { 4: FOUR_TOOLS, 7: SEVEN_TOOLS, 8: EIGHT_TOOLS } as const;
type HarnessSize = keyof typeof HARNESSES;

function harness(text: string): HarnessSize {
  const size = Number(text);
  if (size === 4 || size === 7 || size === 8) return size;
  throw new InvalidArgumentError('It must be 4, 7 or 8.');
}

import { Command, InvalidArgumentError } from 'commander';
import { openAiTools } from '../../../tools/openai-tools.ts';
import { FOUR_TOOLS, SEVEN_TOOLS } from '../../../tools/shopping-tools.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options {
  readonly tools: 4 | 7;
  readonly json?: boolean;
}

export function toolsSchemaCommand(): Command {
  return new Command('schema')
    .option('--tools <n>', 'the harness of 4 tools or the one of 7', harness, 7)
    .action((options: Options) => {
      const terminal = createTerminal(options.json === true);
      const tools = openAiTools((options.tools === 4 ? FOUR_TOOLS : SEVEN_TOOLS).map((tool) => tool.name));
      // The schemas are what was asked for, with or without --json.
      terminal.say(JSON.stringify(tools, null, 2));
      terminal.report(tools);
    });
}

function harness(text: string): 4 | 7 {
  if (text === '4' || text === '7') return text === '4' ? 4 : 7;
  throw new InvalidArgumentError('It must be 4 or 7.');
}

import { type Command, Option } from 'commander';
import type { ModelOptions } from '../validator/open-models.ts';
import { collect } from './options.ts';
import { apiKeyEnvOption, baseUrlOption, completionPriceOption, promptPriceOption } from './shared-options.ts';

/** Options for the models that agents use: simulated, local, or at an endpoint. */
export function withModelOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--model <id>', 'model that agents use; local/NAME is a registered one, house/* are simulated'),
    )
    .addOption(new Option('--simulated', 'use simulated models; they need no network and are not language models'))
    .addOption(baseUrlOption())
    .addOption(apiKeyEnvOption())
    .addOption(
      new Option('--answers-as <name>', 'another name under which the endpoint reports the model; repeatable')
        .default([])
        .argParser(collect),
    )
    .addOption(promptPriceOption())
    .addOption(completionPriceOption());
}

/** An arena uses its own aliases instead, so that all validators accept the same names. */
export function modelAliasOption(): Option {
  return new Option(
    '--model-alias <pattern=model>',
    "alias under which the agent may request a model, such as 'Qwen/*=house/expert'; repeatable",
  )
    .default([])
    .argParser(collect);
}

export type AgentModelOptions = Omit<ModelOptions, 'record' | 'replay' | 'models'>;

/** Whether any option selects models. */
export function namesModels({ model, simulated, baseUrl }: AgentModelOptions): boolean {
  return model !== undefined || simulated === true || baseUrl !== undefined;
}

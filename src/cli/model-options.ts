import { type Command, Option } from 'commander';
import type { ModelOptions } from '../validator/open-models.ts';
import { collect } from './options.ts';
import { apiKeyEnvOption, baseUrlOption, completionPriceOption, promptPriceOption } from './shared-options.ts';

/** Options for the models that agents use: simulated, local, or at an endpoint. */
export function withModelOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--model <id>',
        'model that agents use; local/NAME is a registered local model, house/* are simulated',
      ),
    )
    .addOption(new Option('--simulated', 'use simulated models; they need no network and are not language models'))
    .addOption(baseUrlOption())
    .addOption(apiKeyEnvOption())
    .addOption(
      new Option('--answers-as <name>', "also accept this model name in the endpoint's answers; repeatable")
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
    "when the agent requests a model that is not offered and matches the pattern, use this model, such as 'Qwen/*=house/expert'; repeatable",
  )
    .default([])
    .argParser(collect);
}

export type AgentModelOptions = Omit<ModelOptions, 'record' | 'replay' | 'models'>;

/** Whether any option selects models. */
export function namesModels({ model, simulated, baseUrl }: AgentModelOptions): boolean {
  return model !== undefined || simulated === true || baseUrl !== undefined;
}

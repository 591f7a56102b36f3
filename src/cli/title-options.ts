import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { openTitleMeasure, type TitleChoice } from '../problems/open-titles.ts';
import type { TitleMeasure } from '../problems/satisfy.ts';
import { apiKeyEnvOption, baseUrlOption, modelsOption } from './shared-options.ts';

/** How titles are compared, as commander returns the options. */
export interface TitleOptions extends TitleEndpointOptions {
  readonly titles: string;
  readonly titlesThreshold?: number;
}

export interface TitleEndpointOptions {
  readonly titlesBaseUrl?: string;
  readonly titlesApiKeyEnv: string;
  readonly models: string;
}

/** For commands that grade with a measure chosen by the caller. */
export function withTitleOptions(command: Command): Command {
  return withTitleEndpointOptions(
    command
      .addOption(
        new Option(
          '--titles <measure>',
          'how titles are compared: lexical, model (local, see `assay model get`), the address of an embeddings endpoint, or a model it serves',
        ).default('lexical'),
      )
      .option(
        '--titles-threshold <cosine>',
        'minimum similarity of matching titles (default: the calibrated one)',
        cosine,
      ),
  );
}

/** For commands that grade with the measure of an arena. */
export function withTitleEndpointOptions(command: Command): Command {
  return command.addOption(baseUrlOption('titles-')).addOption(apiKeyEnvOption('titles-')).addOption(modelsOption());
}

export function openTitles(options: TitleOptions, market: string): TitleMeasure {
  const { titles: measure, titlesThreshold: threshold } = options;
  return openChosenTitles({ measure, threshold }, options, market);
}

/** Vectors are cached in the folder of the market that the titles belong to. */
export function openChosenTitles(choice: TitleChoice, options: TitleEndpointOptions, market: string): TitleMeasure {
  return openTitleMeasure(choice, {
    models: options.models,
    cache: join(market, 'vectors'),
    baseUrl: options.titlesBaseUrl,
    apiKey: process.env[options.titlesApiKeyEnv],
  });
}

function cosine(text: string): number {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number > 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be a number above 0 and at most 1.');
}

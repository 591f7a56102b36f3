import { type Command, Option } from 'commander';
import { Fault } from '../fault/fault.ts';
import type { OpenSearchAddress } from '../market/opensearch.ts';

export interface OpenSearchOptions {
  readonly opensearch?: string;
  readonly index: string;
}

/** `local` names the options that only apply to a market on this machine. */
export function addOpenSearchOptions(command: Command, description: string, local: string[]): Command {
  return command
    .addOption(new Option('--opensearch <url>', description).conflicts(local))
    .option('--index <name>', 'with --opensearch: name of the market there', 'assay-market');
}

/** Address of OpenSearch, if requested. User and password come from the environment. */
export function openSearchAddress(options: OpenSearchOptions): OpenSearchAddress | undefined {
  if (options.opensearch === undefined) return undefined;
  const { ASSAY_OPENSEARCH_USER: username, ASSAY_OPENSEARCH_PASSWORD: password } = process.env;
  if ((username === undefined) !== (password === undefined)) {
    throw new Fault('USAGE', {
      message: 'Only one of ASSAY_OPENSEARCH_USER and ASSAY_OPENSEARCH_PASSWORD is set.',
      remedy: 'Set both, or neither for a server without authentication.',
    });
  }
  return {
    url: options.opensearch,
    index: options.index,
    ...(username !== undefined && password !== undefined && { credentials: { username, password } }),
  };
}

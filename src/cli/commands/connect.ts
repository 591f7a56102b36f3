import { Command } from 'commander';
import { z } from 'zod';
import { timestampSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../arena/arena-connection.ts';
import { askArena } from '../arena/ask-arena.ts';
import { wholeNumber } from '../options.ts';
import { oneLine } from '../output/format-line.ts';
import { timestampText } from '../output/format-time.ts';
import { withGivenOptions } from '../output/given-options.ts';
import { table } from '../output/table.ts';
import { createTerminal, type Terminal } from '../output/terminal.ts';
import { sourceOf } from '../wallet/passphrase.ts';
import { readSecret } from '../wallet/secret.ts';

interface Options extends SignedArenaOptions {
  readonly credentialEnv?: string;
  readonly credentialFd?: number;
  readonly default?: boolean;
  readonly json?: boolean;
}

const AUTH = '/v1/miner/inference-auth';
const changedSchema = z.object({ ok: z.boolean(), default_provider: z.string().nullable() });
const connectionsSchema = z.object({
  providers: z.array(
    z.object({ provider: z.string(), connected: z.boolean(), updated_at: timestampSchema.nullable() }),
  ),
  default_provider: z.string().nullable(),
});

export function connectCommand(): Command {
  const command = new Command('connect')
    .argument('[provider]', 'name of the provider, as the arena calls it')
    .option('--credential-env <name>', 'environment variable with the credential; without it you are asked')
    .option('--credential-fd <n>', 'read the credential from this open file descriptor', wholeNumber(0, 1023))
    .option('--default', 'only make this connected provider the default');
  return withSignedArenaOptions(command).action(async (provider: string | undefined, options: Options) => {
    const terminal = createTerminal(options.json === true);
    refuseContradiction(provider, options);
    const arena = await openSignedArena(options);
    if (provider === undefined) return await list(arena, terminal);
    const { default_provider } = options.default
      ? await choose(arena, provider)
      : await store(arena, provider, await credentialFrom(options));
    terminal.print(
      oneLine(
        withGivenOptions(
          `${provider} is connected; default provider: ${default_provider ?? 'none'}. \`assay disconnect ${provider}\` deletes the credential.`,
        ),
      ),
    );
    terminal.report({ provider, connected: true, default_provider });
  });
}

export function disconnectCommand(): Command {
  const command = new Command('disconnect').argument('<provider>', 'name of the provider');
  return withSignedArenaOptions(command).action(async (provider: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const request = { method: 'DELETE', path: pathOf(provider), answer: changedSchema, signed: true } as const;
    const { default_provider } = await askArena(arena, request);
    terminal.print(oneLine(`${provider} is disconnected; default provider: ${default_provider ?? 'none'}.`));
    terminal.report({ provider, connected: false, default_provider });
  });
}

function refuseContradiction(provider: string | undefined, options: Options): void {
  const given = options.credentialEnv !== undefined || options.credentialFd !== undefined;
  if (provider === undefined && (given || options.default)) {
    throw new Fault('USAGE', { message: 'Name the provider.', remedy: '`assay connect` without a name lists them.' });
  }
  if (options.default && given) {
    throw new Fault('USAGE', { message: '--default takes no credential: it chooses among connected providers.' });
  }
}

async function list(arena: ArenaClient, terminal: Terminal): Promise<void> {
  const known = await askArena(arena, { path: AUTH, answer: connectionsSchema, signed: true });
  const rows = known.providers.map(({ provider, connected, updated_at }) => [
    provider,
    connected ? 'connected' : 'not connected',
    updated_at === null ? '' : timestampText(updated_at),
    provider !== known.default_provider ? '' : provider === 'local' ? 'free; validators run the models' : 'is paid',
  ]);
  terminal.print(
    rows.length === 0 ? 'This arena has no providers to connect.' : table(['provider', '', 'since', ''], rows),
  );
  terminal.report(known);
}

async function store(arena: ArenaClient, provider: string, credential: string) {
  const request = {
    method: 'POST',
    path: pathOf(provider),
    body: { credential },
    signed: true,
    repeatable: true,
  } as const;
  return await askArena(arena, { ...request, answer: changedSchema });
}

async function choose(arena: ArenaClient, provider: string) {
  const request = {
    method: 'PATCH',
    path: `${AUTH}/default`,
    body: { provider },
    signed: true,
    repeatable: true,
  } as const;
  return await askArena(arena, { ...request, answer: changedSchema });
}

async function credentialFrom({ credentialEnv, credentialFd }: Options): Promise<string> {
  const source = sourceOf(credentialFd, credentialEnv);
  return (await readSecret('credential', source, '--credential-env or --credential-fd')).trim();
}

function pathOf(provider: string): string {
  return `${AUTH}/${encodeURIComponent(provider)}`;
}

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  credentialsOf,
  deleteCredential,
  exchangeCode,
  hasLocalProvider,
  LOCAL_PROVIDER,
  providerNamed,
  setDefaultProvider,
  storeCredential,
  withLocalProvider,
} from '../../arena/credentials.ts';
import { addEndpoint } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

const provider = z.object({ provider: z.string().max(40) });
const secret = z.string().min(1).max(4_096);
const connection = z.object({ provider: z.string(), connected: z.boolean(), updated_at: z.string().nullable() });
const connections = z.object({ providers: z.array(connection), default_provider: z.string().nullable() });

/** Providers that pay for a contestant's models. A credential can be stored but never read back. */
export function minerInferenceRoutes(server: FastifyInstance, services: Services): void {
  const { arena, providers } = services;
  const mine = { group: 'miner', need: 'registered' } as const;
  // Asked for every request, because the operator may change the policy at any time.
  const isLocal = () =>
    hasLocalProvider(providers, {
      simulated: services.inference.simulated,
      requireProvider: arena.policy.submissions.requireProvider,
    });
  const list = async (hotkey: string) => {
    const connected = await credentialsOf(arena.database.reader, providers, hotkey);
    return isLocal() ? withLocalProvider(connected) : connected;
  };
  const one = async (hotkey: string, name: string) => {
    const found = (await list(hotkey)).providers.find((each) => each.provider === name);
    if (found === undefined) providerNamed(providers, name);
    return found ?? { provider: name, connected: false, updated_at: null };
  };

  addEndpoint(server, services, {
    ...mine,
    method: 'GET',
    path: '/v1/miner/inference-auth',
    id: 'list_inference_auth',
    summary: 'Providers, and which are connected',
    answer: connections,
    handle: async ({ caller }) => {
      const { providers: known, default_provider } = await list(caller!.hotkey);
      return { providers: [...known], default_provider };
    },
  });

  addEndpoint(server, services, {
    ...mine,
    method: 'PATCH',
    path: '/v1/miner/inference-auth/default',
    id: 'set_default_inference_provider',
    summary: 'Chooses the default provider',
    body: provider,
    answer: z.object({ ok: z.boolean(), default_provider: z.string().nullable() }),
    handle: async ({ caller, body }) => {
      // Nothing to change: it is the default until another provider is connected.
      const isChosen =
        body.provider === LOCAL_PROVIDER && (await list(caller!.hotkey)).default_provider === LOCAL_PROVIDER;
      if (isLocal() && isChosen) return { ok: true, default_provider: LOCAL_PROVIDER };
      const { default_provider } = await setDefaultProvider(arena, providers, { hotkey: caller!.hotkey, ...body });
      return { ok: true, default_provider };
    },
  });

  addEndpoint(server, services, {
    ...mine,
    method: 'GET',
    path: '/v1/miner/inference-auth/:provider',
    id: 'get_inference_auth_status_one',
    summary: 'Whether one provider is connected',
    params: provider,
    answer: connection,
    handle: ({ caller, params }) => one(caller!.hotkey, params.provider),
  });

  addEndpoint(server, services, {
    ...mine,
    method: 'POST',
    path: '/v1/miner/inference-auth/:provider',
    id: 'store_inference_credential',
    summary: 'Connects a provider; the credential is tested before it is stored',
    params: provider,
    body: z.object({ credential: secret }),
    answer: z.object({ ok: z.boolean(), default_provider: z.string().nullable() }),
    handle: async ({ caller, params, body }) => {
      const stored = await storeCredential(arena, providers, { hotkey: caller!.hotkey, ...params, ...body });
      return { ok: true, default_provider: stored.default_provider };
    },
  });

  addEndpoint(server, services, {
    ...mine,
    method: 'DELETE',
    path: '/v1/miner/inference-auth/:provider',
    id: 'delete_inference_credential',
    summary: 'Disconnects a provider and deletes its credential',
    params: provider,
    answer: z.object({ ok: z.boolean(), default_provider: z.string().nullable() }),
    handle: async ({ caller, params }) => {
      const left = await deleteCredential(arena, providers, { hotkey: caller!.hotkey, ...params });
      return { ok: true, default_provider: left.default_provider };
    },
  });

  addEndpoint(server, services, {
    ...mine,
    method: 'POST',
    path: '/v1/miner/chutes-auth',
    id: 'store_chutes_token',
    summary: 'Connects the provider chutes, as older clients do',
    body: z.object({ refresh_token: secret }),
    answer: z.object({ ok: z.boolean() }),
    handle: async ({ caller, body }) => {
      const credential = { hotkey: caller!.hotkey, provider: 'chutes', credential: body.refresh_token };
      await storeCredential(arena, providers, credential);
      return { ok: true };
    },
  });

  addEndpoint(server, services, {
    ...mine,
    method: 'GET',
    path: '/v1/miner/chutes-auth/status',
    id: 'get_chutes_auth_status',
    summary: 'Whether the provider chutes is connected',
    answer: z.object({ connected: z.boolean(), updated_at: z.string().nullable() }),
    handle: async ({ caller }) => {
      const chutes = (await list(caller!.hotkey)).providers.find((each) => each.provider === 'chutes');
      return { connected: chutes?.connected ?? false, updated_at: chutes?.updated_at ?? null };
    },
  });

  addEndpoint(server, services, {
    ...mine,
    method: 'POST',
    path: '/v1/miner/chutes/exchange-code',
    id: 'exchange_chutes_code',
    summary: 'Connects the provider chutes with the code of a browser login',
    body: z.object({ code: secret, code_verifier: secret, redirect_uri: z.string().max(2_000) }),
    answer: z.object({ ok: z.boolean(), default_provider: z.string().nullable() }),
    handle: async ({ caller, body }) => {
      const credential = await exchangeCode('chutes', providerNamed(providers, 'chutes'), {
        code: body.code,
        codeVerifier: body.code_verifier,
        redirectUri: body.redirect_uri,
      });
      const stored = await storeCredential(arena, providers, {
        hotkey: caller!.hotkey,
        provider: 'chutes',
        credential,
      });
      return { ok: true, default_provider: stored.default_provider };
    },
  });
}

import { expect, it } from 'vitest';
import { hasLocalProvider, withLocalProvider } from './local-provider.ts';

const real = new Map([['openrouter', { baseUrl: 'http://127.0.0.1/v1', probePath: '/key' }]]);
const own = new Map([['local', { baseUrl: 'http://127.0.0.1/v1', probePath: '/key' }]]);

it('the local provider exists when validators run the models', () => {
  const rules = { simulated: false, requireProvider: false };
  expect(hasLocalProvider(new Map(), rules)).toBe(true);
  expect(hasLocalProvider(real, rules)).toBe(false);
  expect(hasLocalProvider(real, { ...rules, simulated: true })).toBe(true);
  expect(hasLocalProvider(own, { ...rules, simulated: true })).toBe(false);
  expect(hasLocalProvider(new Map(), { ...rules, requireProvider: true })).toBe(false);
});

it('the local provider is the default until another is connected', () => {
  const stored = { provider: 'openrouter', connected: true, updated_at: null };
  expect(withLocalProvider({ providers: [], default_provider: null })).toEqual({
    providers: [{ provider: 'local', connected: true, updated_at: null }],
    default_provider: 'local',
  });
  expect(withLocalProvider({ providers: [stored], default_provider: 'openrouter' }).default_provider).toBe(
    'openrouter',
  );
});

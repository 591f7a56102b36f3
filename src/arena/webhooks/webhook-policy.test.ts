import { describe, expect, it } from 'vitest';
import { parseNetwork } from '../../net/public-address.ts';
import { parseWebhookUrl } from './webhook-policy.ts';

const PUBLIC_ONLY = { allowedNetworks: [] };
const INSIDE = { allowedNetworks: [parseNetwork('10.0.0.0/8')!] };

describe('parseWebhookUrl', () => {
  it('accepts public https addresses, and drops the fragment', () => {
    expect(parseWebhookUrl('https://hooks.example.org:8443/a?b=c#d', PUBLIC_ONLY).href).toBe(
      'https://hooks.example.org:8443/a?b=c',
    );
  });

  it.each([
    'nonsense',
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'https://user:word@example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://api.localhost./',
    'https://metadata.google.internal/',
    `https://example.org/${'a'.repeat(1_000)}`,
  ])('refuses the webhook address %s', (url) => {
    expect(() => parseWebhookUrl(url, PUBLIC_ONLY)).toThrow(/refused/);
  });

  it('accepts what the operator allows, and nothing more', () => {
    expect(parseWebhookUrl('http://10.1.2.3:9000/hook', INSIDE).port).toBe('9000');
    expect(parseWebhookUrl('http://receiver.internal/hook', INSIDE).hostname).toBe('receiver.internal');
    for (const url of ['http://11.0.0.1/', 'https://192.168.0.1/', 'ftp://10.1.2.3/', 'http://127.0.0.1/']) {
      expect(() => parseWebhookUrl(url, INSIDE)).toThrow(/refused/);
    }
  });
});

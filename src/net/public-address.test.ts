import { describe, expect, it } from 'vitest';
import { isInNetwork, isPublicAddress, parseNetwork } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    'accepts the display name %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('refuses the address %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('isInNetwork', () => {
  it('compares addresses of the same family only', () => {
    const networks = ['10.0.0.0/8', '::1/128'].map((text) => parseNetwork(text)!);
    expect(isInNetwork('10.9.9.9', networks)).toBe(true);
    expect(isInNetwork('::ffff:10.9.9.9', networks)).toBe(true);
    expect(isInNetwork('::1', networks)).toBe(true);
    expect(isInNetwork('11.0.0.1', networks)).toBe(false);
    expect(isInNetwork('::2', networks)).toBe(false);
  });

  it('knows no network in other texts', () => {
    for (const text of ['10.0.0.0', '10.0.0.0/33', 'localhost/8', '']) expect(parseNetwork(text)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameForm, parseLink, parseName } from './profile-rules.ts';

describe('a display name', () => {
  it.each(['northwind', 'Team 7', 'a.b-c_d', 'Ox', 'A'.repeat(32)])('accepts the display name %s', (name) => {
    expect(parseName(` ${name} `)).toBe(name);
  });

  it.each([
    '',
    'a',
    'A'.repeat(33),
    '7up',
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXC',
    'two  spaces',
    'ends-',
    '-begins',
    'a/b',
    '<b>bold</b>',
    '=cmd()',
    'line\nbreak',
    'tab\there',
    'nul\0',
    'rtl\u202eevil',
    'zero\u200bwidth',
    'soft\u00adhyphen',
    'no\u00a0break',
    'n\u043erthwind',
    'caf\u00e9',
    'e\u0301',
    '\ud83d\ude00 smile',
    '\ud800',
  ])('rejects the display name %j', (name) => {
    expect(() => parseName(name)).toThrow(/display name has/);
  });

  it.each([
    'Validator Node',
    'Operator Notices',
    'Dev Validator',
    'Arena Team',
    'Assay',
    'assay team',
    'The Operator',
    'Adm1n',
    'The 0perator',
    'CHAMPION',
    'Burn',
    'val-idator',
  ])('reserves the display name %s for the arena', (name) => {
    expect(() => parseName(name)).toThrow(/reserved/);
  });

  it('a display name is printable ASCII only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        try {
          expect(parseName(text)).toMatch(/^[A-Za-z][\x20-\x7e]*$/);
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_PROFILE' });
        }
      }),
    );
  });
});

describe('look-alike display names', () => {
  it.each([
    ['Northwind', 'north-wind'],
    ['northwind', 'n0rthw1nd'],
    ['modern', 'modem'],
    ['Ill Will', 'lll WiII'],
    ['savvy', 'sawy'],
    ['clear', 'dear'],
    ['B00st', '8oost'],
  ])('the display names %s and %s look alike', (one, other) => {
    expect(nameForm(one)).toBe(nameForm(other));
  });

  it('display names that differ visibly have different forms', () => {
    const names = ['northwind', 'eastgate', 'southbank', 'northwest', 'alice', 'bob', 'team a', 'team b'];
    expect(new Set(names.map(nameForm)).size).toBe(names.length);
  });
});

describe('profile links', () => {
  it('a profile link is an https address as the browser reads it', () => {
    expect(parseLink('https://example.org')).toBe('https://example.org/');
    expect(parseLink('HTTPS://Example.ORG/a?b#c')).toBe('https://example.org/a?b#c');
    expect(parseLink('https://xn--bcher-kva.example/')).toBe('https://xn--bcher-kva.example/');
  });

  it.each([
    'http://example.org',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'ftp://example.org',
    '//example.org',
    '/relative',
    'https://user:pass@example.org',
    'https://example.org@evil.example',
    'https://example.org:8443/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://b\u00fccher.example/',
    'https://example.org/\u202e',
    'https://example.org/ space',
    `https://example.org/${'a'.repeat(200)}`,
    '',
  ])('rejects %j as a profile link', (text) => {
    expect(() => parseLink(text)).toThrow(/https address/);
  });
});

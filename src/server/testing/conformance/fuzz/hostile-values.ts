import type { Random } from '../../../../random/random.ts';

/** Texts that are known to have broken software. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\ufeff',
  '\u202egnp.exe',
  `e${'\u0301'.repeat(500)}`,
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'ﷺ'.repeat(50),
  'İıß',
  'a'.repeat(5_000),
  'a'.repeat(100_000),
  '\r\nX-Injected: yes',
  "'; DROP TABLE agent_versions; --",
  '" OR ""="',
  '%',
  '_',
  '\\',
  '%_%\\',
  '../../../../etc/passwd',
  '..%2f..%2fsecret.key',
  '/',
  '//',
  '.',
  '..',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e309',
  '-1',
  '0x10',
  '1_000',
  '９',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '00000000-0000-0000-0000-000000000000\n',
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQX',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T25:61:61Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+23:59',
  'bank:../../secret',
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what is tried is this very text.
  '${7*7}{{7*7}}',
  '(a+)+$',
  'x@y.zz',
];

/** As JSON text, because JavaScript numbers cannot hold some of them. */
export const HOSTILE_NUMBERS: readonly string[] = [
  '0',
  '-0',
  '-1',
  '1.5',
  '0.1',
  '1e-320',
  '1e308',
  '-1e308',
  '1e999',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '123456789012345678901234567890',
];

/** JSON texts, not values: some are not valid JSON. */
export const HOSTILE_DOCUMENTS: readonly string[] = [
  '',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '0',
  'NaN',
  '{',
  '}',
  '[1,',
  '{"a":1}{"b":2}',
  '\u0000',
  '\ufeff{}',
  "{'a':1}",
  '{"a":undefined}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"reason":"a","reason":"b"}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `[${'0,'.repeat(100_000)}0]`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  `"${'\\u0041'.repeat(20_000)}"`,
];

/** A JSON text that matches no schema. */
export function hostileValue(random: Random): string {
  switch (random.integer(8)) {
    case 0:
    case 1:
    case 2:
      return JSON.stringify(random.pick(HOSTILE_TEXTS));
    case 3:
    case 4:
      return random.pick(HOSTILE_NUMBERS);
    case 5:
      return random.pick(['null', 'true', 'false', '[]', '{}', '[[]]', '{"":""}', '[null]']);
    case 6:
      return `[${Array.from({ length: random.integer(5) }, () => hostileValue(random)).join(',')}]`;
    default: {
      const fields = Array.from({ length: random.integer(4) }, () => {
        return `${JSON.stringify(random.pick(HOSTILE_TEXTS))}:${hostileValue(random)}`;
      });
      return `{${fields.join(',')}}`;
    }
  }
}

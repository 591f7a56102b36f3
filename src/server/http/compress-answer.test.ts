import { describe, expect, it } from 'vitest';
import { acceptsGzip } from './compress-answer.ts';

describe('a client', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5', '*', 'deflate, *;q=0.1'])(
    'takes gzip: %s',
    (header) => {
      expect(acceptsGzip(header)).toBe(true);
    },
  );

  it.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, *', '*;q=0', 'xgzip', 'gzip;q=x'])(
    'does not take gzip: %s',
    (header) => {
      expect(acceptsGzip(header)).toBe(false);
    },
  );
});

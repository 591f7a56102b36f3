import { describe, expect, it } from 'vitest';
import { acceptsGzip } from './compress-answer.ts';

describe('accepted encodings', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5', '*', 'deflate, *;q=0.1'])(
    'a client accepts gzip: %s',
    (header) => {
      expect(acceptsGzip(header)).toBe(true);
    },
  );

  it.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, *', '*;q=0', 'xgzip', 'gzip;q=x'])(
    'a client does not accept gzip: %s',
    (header) => {
      expect(acceptsGzip(header)).toBe(false);
    },
  );
});

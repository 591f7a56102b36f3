import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeBlobs } from '../testing/blobs-conformance.ts';
import { findVersitygw, Versitygw } from '../testing/versitygw.ts';
import { S3Blobs } from './s3-blobs.ts';

const found = findVersitygw();
const reason = 'reason' in found ? ` (${found.reason})` : '';

describe.skipIf('reason' in found)(`a real S3 server${reason}`, () => {
  let server: Versitygw;
  beforeAll(async () => {
    if ('program' in found) server = await Versitygw.start(found.program);
  });
  afterAll(() => server?.stop());

  for (const shared of ['', 'arena/blobs/']) {
    describeBlobs(`S3Blobs with prefix "${shared}"`, async () => {
      // One server for all tests; each uses a separate prefix.
      const prefix = `${shared}${randomBytes(6).toString('hex')}/`;
      const blobs = new S3Blobs({ ...server.options, prefix });
      return {
        blobs,
        damage: async (hash, bytes) => server.damage(prefix + blobs.placeOf(hash), bytes),
        close: async () => {},
      };
    });
  }

  it('a real S3 server stores large blobs, and reads the beginning of one', async () => {
    const blobs = new S3Blobs(server.options);
    const large = randomBytes(20_000_000);
    const { sha256 } = await blobs.put(large);
    expect(Buffer.from(await blobs.get(sha256)).equals(large)).toBe(true);
    expect(await blobs.inspect(sha256, 5)).toEqual({ size: large.length, bytes: large.subarray(0, 5) });
  });

  it.each([
    ['another secret', { secretAccessKey: 'wrong' }],
    ['another key', { accessKeyId: 'nobody' }],
    ['a bucket that is not there', { bucket: 'missing-bucket' }],
  ])('a real S3 server refuses %s with a fault that hides the secret', async (_, wrong) => {
    const options = { ...server.options, ...wrong };
    const error = await new S3Blobs(options).put(Buffer.from('x')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: expect.stringMatching(/^STORAGE_/) });
    expect(JSON.stringify(error)).not.toContain(server.options.secretAccessKey);
  });
});

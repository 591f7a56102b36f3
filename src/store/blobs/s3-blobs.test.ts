import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { sha256 } from '../sha256.ts';
import { describeBlobs } from '../testing/blobs-conformance.ts';
import { type S3Failure, S3StandIn } from '../testing/s3-blobs-stand-in.ts';
import { S3Blobs, type S3BlobsOptions } from './s3-blobs.ts';

function optionsOf({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3StandIn): S3BlobsOptions {
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

for (const prefix of ['', 'arena/blobs/']) {
  describeBlobs(`S3Blobs with prefix "${prefix}"`, async () => {
    const service = await S3StandIn.start();
    const blobs = new S3Blobs({ ...optionsOf(service), prefix });
    return {
      blobs,
      damage: async (hash, bytes) => {
        if (bytes === null) service.objects.delete(prefix + blobs.placeOf(hash));
        else service.objects.set(prefix + blobs.placeOf(hash), Buffer.from(bytes));
      },
      close: async () => await service.stop(),
    };
  });
}

describe('blobs in object storage', () => {
  const content = Buffer.from('evidence');
  const hash = sha256(content);
  let service: S3StandIn;
  let blobs: S3Blobs;
  beforeEach(async () => {
    service = await S3StandIn.start();
    blobs = new S3Blobs(optionsOf(service));
  });
  afterEach(async () => await service.stop());

  async function faultOf(attempt: Promise<unknown>): Promise<Fault> {
    const error = await attempt.catch((thrown: unknown) => thrown);
    if (!Fault.isInstance(error)) throw new Error('it did not fail as foreseen', { cause: error });
    expect(inspect(error, { depth: 10 })).not.toContain(service.secretAccessKey);
    return error;
  }

  it('names blobs in object storage like files', async () => {
    await blobs.put(content);
    expect([...service.objects.keys()]).toEqual([`${hash.slice(0, 2)}/${hash.slice(2)}`]);
  });

  it('stores blobs of 20 MB in object storage', async () => {
    const large = Buffer.alloc(20_000_000, 'evidence');
    const { sha256: name } = await blobs.put(large);
    expect(Buffer.from(await blobs.get(name)).equals(large)).toBe(true);
    expect(await blobs.inspect(name, 5)).toEqual({ size: large.length, bytes: large.subarray(0, 5) });
  });

  it('object storage survives transient failures of service and network', async () => {
    const passing: S3Failure[] = ['hang up', { status: 503, code: 'SlowDown' }, { status: 500, code: 'InternalError' }];
    service.troubles.push(...passing);
    await blobs.put(content);
    service.troubles.push(...passing);
    expect(await blobs.has(hash)).toBe(true);
    service.troubles.push('break off', 'hang up', 'break off');
    expect(Buffer.from(await blobs.get(hash))).toEqual(content);
  });

  it('limits retries of object storage requests', async () => {
    service.troubles.push(...Array<S3Failure>(10).fill({ status: 503, code: 'SlowDown' }));
    const fault = await faultOf(blobs.put(content));
    expect(fault).toMatchObject({ code: 'STORAGE_UNAVAILABLE', message: expect.stringContaining('503 SlowDown') });
    expect(service.requests).toBe(4);
    await service.stop();
    expect((await faultOf(blobs.get(hash))).message).toContain('No answer from bucket evidence');
    service = await S3StandIn.start();
  });

  it('does not report a blob as missing for lack of rights, bucket or time', async () => {
    const cases: [Partial<S3BlobsOptions>, string, string][] = [
      [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch', 'access key'],
      [{ accessKeyId: 'AKIDOTHER' }, 'InvalidAccessKeyId', 'access key'],
      [{ bucket: 'elsewhere' }, 'NoSuchBucket', 'Create the bucket'],
      [{ now: () => Date.now() - 3_600_000 }, 'RequestTimeTooSkewed', 'clock'],
    ];
    for (const [change, complaint, remedy] of cases) {
      const misled = new S3Blobs({ ...optionsOf(service), ...change });
      const fault = await faultOf(misled.get(hash));
      expect(fault.code).toBe('STORAGE_FAILED');
      expect(fault.message).toContain(complaint);
      expect(fault.remedy).toContain(remedy);
      expect((await faultOf(misled.has(hash))).code).toBe('STORAGE_FAILED');
      expect((await faultOf(misled.put(content))).code).toBe('STORAGE_FAILED');
    }
  });

  it('reports a full object storage and a bucket in another region', async () => {
    service.troubles.push({ status: 507, code: 'XMinioStorageFull' });
    expect((await faultOf(blobs.put(content))).code).toBe('STORAGE_FULL');
    service.troubles.push({ status: 403, code: 'QuotaExceeded' });
    expect((await faultOf(blobs.put(content))).code).toBe('STORAGE_FULL');
    service.troubles.push({ status: 301, code: 'PermanentRedirect' });
    expect((await faultOf(blobs.put(content))).remedy).toContain('region');
  });

  it('rejects invalid options of object storage', () => {
    const wrong: Partial<S3BlobsOptions>[] = [
      { endpoint: 'localhost:9000' },
      { endpoint: 'https://key:secret@host' },
      { bucket: '../other' },
      { prefix: 'a b/' },
      { prefix: 'no-slash' },
    ];
    for (const change of wrong) {
      expect(() => new S3Blobs({ ...optionsOf(service), ...change })).toThrow(Fault);
    }
  });
});

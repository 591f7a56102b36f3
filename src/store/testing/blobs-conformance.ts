import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Blobs, MAX_BLOB_BYTES } from '../blobs/blobs.ts';
import { sha256 } from '../sha256.ts';

export interface BlobsUnderTest {
  readonly blobs: Blobs;
  /** Replaces or removes the stored bytes of a blob without the adapter. */
  damage(sha256: string, bytes: Uint8Array | null): Promise<void>;
  close(): Promise<void>;
}

/** The contract of every adapter of the Blobs port. `open` returns empty storage. */
export function describeBlobs(name: string, open: () => Promise<BlobsUnderTest>): void {
  describe(`${name} implements the Blobs port`, () => {
    let place: BlobsUnderTest;
    let blobs: Blobs;
    beforeEach(async () => {
      place = await open();
      blobs = place.blobs;
    });
    afterEach(async () => await place.close());

    const content = Buffer.from('what the agent printed');
    const hash = sha256(content);

    it('returns any bytes by their hash', async () => {
      const contents = fc.uint8Array({ maxLength: 2_000 });
      await fc.assert(
        fc.asyncProperty(contents, async (bytes) => {
          const reference = await blobs.put(bytes);
          expect(reference).toEqual({ sha256: sha256(bytes), bytes: bytes.length });
          expect(Buffer.from(await blobs.get(reference.sha256))).toEqual(Buffer.from(bytes));
          expect(await blobs.size(reference.sha256)).toBe(bytes.length);
        }),
        { numRuns: 25 },
      );
    });

    it('stores the same bytes once, also when put concurrently', async () => {
      const references = await Promise.all(Array.from({ length: 8 }, () => blobs.put(content)));
      expect(new Set(references.map((reference) => reference.sha256))).toEqual(new Set([hash]));
      expect(Buffer.from(await blobs.get(hash))).toEqual(content);
    });

    it('a blob store knows which blobs it has', async () => {
      expect(await blobs.has(hash)).toBe(false);
      expect(await blobs.size(hash)).toBeUndefined();
      expect(await blobs.inspect(hash, 100)).toBeUndefined();
      await blobs.put(content);
      expect(await blobs.has(hash)).toBe(true);
      expect(await blobs.size(hash)).toBe(content.length);
    });

    it('names a missing blob', async () => {
      const fault = { code: 'EVIDENCE_CORRUPT', message: expect.stringMatching(`Blob ${hash} is missing`) };
      await expect(blobs.get(hash)).rejects.toMatchObject(fault);
      await blobs.put(content);
      await place.damage(hash, null);
      await expect(blobs.get(hash)).rejects.toMatchObject(fault);
    });

    it('detects every flipped bit, and names the blob', async () => {
      await blobs.put(content);
      for (let bit = 0; bit < content.length * 8; bit += 5) {
        const flipped = Uint8Array.from(content);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        await place.damage(hash, flipped);
        await expect(blobs.get(hash)).rejects.toMatchObject({
          code: 'EVIDENCE_CORRUPT',
          message: expect.stringMatching(`Blob ${hash} was changed.*${sha256(flipped)}`),
        });
      }
    });

    it('returns the damaged bytes of a blob for inspection', async () => {
      await blobs.put(content);
      await place.damage(hash, Buffer.from('something else'));
      const found = await blobs.inspect(hash, 9);
      expect(found?.size).toBe(14);
      expect(Buffer.from(found!.bytes).toString()).toBe('something');
    });

    it('putting a damaged blob again repairs it', async () => {
      await blobs.put(content);
      for (const damage of [Buffer.from('what the agent printef'), Buffer.alloc(0), null]) {
        await place.damage(hash, damage);
        await blobs.put(content);
        expect(Buffer.from(await blobs.get(hash))).toEqual(content);
      }
    });

    it('reads no more bytes of a blob than requested', async () => {
      await blobs.put(content);
      expect(await blobs.get(hash, content.length)).toHaveLength(content.length);
      await expect(blobs.get(hash, content.length - 1)).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
    });

    it('rejects a blob that is too large, and a name that is not a hash', async () => {
      const huge = Object.defineProperty(new Uint8Array(0), 'length', { value: MAX_BLOB_BYTES + 1 });
      await expect(blobs.put(huge)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
      for (const name of ['', '../../etc/passwd', hash.toUpperCase(), `${hash}0`]) {
        await expect(blobs.get(name)).rejects.toBeInstanceOf(TypeError);
      }
    });
  });
}

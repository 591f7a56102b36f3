import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSecretText, readSecret, replaceSecretFile } from './read-secret.ts';

describe('the file of the secret', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-secret-'));
    path = join(folder, 'arena', 'secret.key');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made once, for nobody else to read, and is the same secret afterwards', () => {
    const sealed = readSecret(path, undefined).seal('text', 'place');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readSecret(path, undefined).unseal(sealed, 'place')).toBe('text');
    expect(readSecret(path, readFileSync(path, 'utf8')).unseal(sealed, 'place')).toBe('text');
  });

  it('is refused when it is no secret, without being shown', () => {
    readSecret(path, undefined);
    writeFileSync(path, 'hunter2');
    expect(() => readSecret(path, undefined)).toThrow(/secret\.key is not 64 hex digits/);
    expect(() => readSecret(path, 'hunter2')).toThrow(/^ASSAY_SECRET is not 64 hex digits/);
  });

  it('has several secrets while they are rotated, of which the first is used', async () => {
    const sealed = readSecret(path, undefined).seal('text', 'place');
    const old = readFileSync(path, 'utf8');
    const fresh = newSecretText();
    await replaceSecretFile(path, [fresh, old]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const secret of [readSecret(path, undefined), readSecret(path, `${fresh},${old}`)]) {
      expect(secret.unseal(sealed, 'place')).toBe('text');
      expect(readSecret(path, fresh).unseal(secret.seal('more', 'place'), 'place')).toBe('more');
    }
    expect(() => readSecret(path, `${fresh},hunter2`)).toThrow(/^ASSAY_SECRET is not 64 hex digits/);
    expect(() => readSecret(path, `${fresh},${fresh}`)).toThrow(/^ASSAY_SECRET is not 64 hex digits/);
  });
});

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

  it('the secret file is created once, readable by its owner only', () => {
    const sealed = readSecret(path, undefined).seal('text', 'place');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readSecret(path, undefined).unseal(sealed, 'place')).toBe('text');
    expect(readSecret(path, readFileSync(path, 'utf8')).unseal(sealed, 'place')).toBe('text');
  });

  it('rejects an invalid secret without showing it', () => {
    readSecret(path, undefined);
    writeFileSync(path, 'hunter2');
    expect(() => readSecret(path, undefined)).toThrow(/secret\.key is not 64 hex digits/);
    expect(() => readSecret(path, 'hunter2')).toThrow(/^ASSAY_SECRET is not 64 hex digits/);
  });

  it('a secret file with several secrets during rotation uses the first', async () => {
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

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArenaSecret } from '../../arena/arena-secret.ts';
import { Fault } from '../../fault/fault.ts';
import { makeFolder, PRIVATE_FILE, replaceFile, storageFault, systemErrorCode } from '../../store/files.ts';

const SECRET = /^[0-9a-f]{64}$/;

/** Name of the file in the data folder. */
export const SECRET_FILE = 'secret.key';

/** 64 hex digits each. The first is used; data sealed or signed with the others is still accepted. */
export type SecretTexts = readonly [string, ...string[]];

/**
 * The secret of the arena: from `ASSAY_SECRET`, which processes on several machines share, otherwise from a file that
 * is created on the first start. Without it, stored provider credentials and webhooks cannot be decrypted, and file
 * URLs that were issued with it are invalid.
 */
export function readSecret(path: string, fromEnvironment: string | undefined): ArenaSecret {
  if (fromEnvironment === undefined) makeSecretFile(path);
  return secretOf(readSecretTexts(path, fromEnvironment));
}

/** Separated by commas or white space. */
export function readSecretTexts(path: string, fromEnvironment: string | undefined): SecretTexts {
  const texts = (fromEnvironment ?? readSecretFile(path)).trim().split(/[\s,]+/);
  if (texts.every((text) => SECRET.test(text)) && new Set(texts).size === texts.length) return texts as [string];
  throw new Fault('INPUT_INVALID', {
    message: `${fromEnvironment === undefined ? path : 'ASSAY_SECRET'} is not 64 hex digits.`,
    remedy:
      'Set the correct secret, followed by earlier ones that are still needed. With a wrong secret, stored provider credentials are unreadable.',
  });
}

export function secretOf([first, ...earlier]: SecretTexts): ArenaSecret {
  return new ArenaSecret(Buffer.from(first, 'hex'), ...earlier.map((text) => Buffer.from(text, 'hex')));
}

export function newSecretText(): string {
  return randomBytes(32).toString('hex');
}

/** Replaces the secrets in the file atomically: after a crash it has either the old or the new ones. */
export async function replaceSecretFile(path: string, texts: SecretTexts): Promise<void> {
  await replaceFile(path, async (aside) => writeFileSync(aside, texts.join('\n')), PRIVATE_FILE);
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw storageFault(error, `reading the arena's secret ${path}`);
  }
}

function makeSecretFile(path: string): void {
  try {
    makeFolder(dirname(path));
    // Created by the first process; two that start at the same time must end up with the same secret.
    if (!existsSync(path)) writeNew(path, newSecretText());
  } catch (error) {
    throw storageFault(error, `reading the arena's secret ${path}`);
  }
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: PRIVATE_FILE, flag: 'wx', flush: true });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

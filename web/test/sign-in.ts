import type { Page } from 'playwright-core';
import { writeKeyDocument } from '../../src/identity/key-document.ts';

/** Signs in with a key file, on a page that shows the form. */
export async function signInWith(page: Page, seed: Uint8Array): Promise<void> {
  const file = { name: 'default', mimeType: 'application/json', buffer: Buffer.from(writeKeyDocument(seed)) };
  await page.getByLabel('Hotkey file').setInputFiles(file);
}

/**
 * Takes a screenshot of a page of a running arena.
 *
 *   ASSAY_URL=http://127.0.0.1:8788 node web/test/look.ts /races races.png [--dark] [--width 390] [--whole]
 */
import { parseArgs } from 'node:util';
import { openChromium } from './chromium.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '900' },
    wait: { type: 'string', default: '1500' },
  },
});
const [path = '/', file = 'page.png'] = positionals;
const browser = await openChromium();
const page = await browser.newPage({
  viewport: { width: Number(values.width), height: Number(values.height) },
  colorScheme: values.dark ? 'dark' : 'light',
});
page.on('console', (message) => console.error(message.type(), message.text()));
page.on('pageerror', (error) => console.error(error.message));
await page.goto(new URL(path, process.env.ASSAY_URL ?? 'http://127.0.0.1:8788').href);
await page.waitForTimeout(Number(values.wait));
await page.screenshot({ path: file, fullPage: values.whole });
await browser.close();

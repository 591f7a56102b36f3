import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the windows around the page. Opening a page takes about half of the CPU time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Chromium uses only the last `--disable-features`, so this list repeats the features that Playwright disables and that
 * matter here. The last two are popups of the address bar: headless, every new profile still loads them as pages, which
 * took half of the CPU time of these tests.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Opens the system's browser, and fails without one. `shell` prefers the headless shell where it is installed. */
export async function openChromium({ shell = false } = {}): Promise<Browser> {
  const places = [process.env.ASSAY_CHROMIUM, ...(shell ? [SHELL] : []), ...PLACES];
  const executablePath = places.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error('There is no Chromium. Install it (apt install chromium), or name it in ASSAY_CHROMIUM.');
  }
  // Inside a container there is no user namespace for the browser's sandbox; it only loads our own pages. Headless, the
  // GPU is emulated in a separate process.
  const args = [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    `--disable-features=${DISABLED_FEATURES.join()}`,
  ];
  return await chromium.launch({ executablePath, args });
}

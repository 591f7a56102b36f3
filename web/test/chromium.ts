import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the windows around the page. Opening a page takes about half of the CPU time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Chromium takes only the last `--disable-features`, so this list repeats what Playwright disables and matters here. The last two
 * are the popups of the address bar: without a screen every new profile still loads them as pages, which took half of the
 * CPU time of these tests.
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
  // Inside a container there is no user namespace for the browser's own sandbox; it only ever sees our own pages.
  // Without a screen a graphics card is only imitated, in a process of its own.
  const args = [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    `--disable-features=${DISABLED_FEATURES.join()}`,
  ];
  return await chromium.launch({ executablePath, args });
}

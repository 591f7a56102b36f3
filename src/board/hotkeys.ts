/** Read model of one hotkey. */
export { hotkeyPage } from './hotkeys/hotkey-page.ts';

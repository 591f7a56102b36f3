/** Key files and recovery phrases. */
export { listHotkeys } from './wallet/list-hotkeys.ts';
export { parseSecret, type Secret } from './wallet/parse-secret.ts';
export { newPhrase, type PhraseLength } from './wallet/phrase.ts';
export { writePhraseDocument } from './wallet/phrase-document.ts';
export { placeKeyFile } from './wallet/place-key-file.ts';
export { readKeyText } from './wallet/read-key-text.ts';

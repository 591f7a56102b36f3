/** Reads prompts. */
export { readMenu } from './probe/read-menu.ts';
export { promptTexts } from './reading/prompt-text.ts';

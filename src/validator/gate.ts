/** Checks before a validator works: machine and sandbox. */
export { requireSoundSandbox, type SoundSandbox } from './gate/sound-sandbox.ts';

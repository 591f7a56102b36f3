/** Recording and replay of provider answers. */
export { RecordingInference } from './recording/recording-inference.ts';
export { ReplayInference } from './recording/replay-inference.ts';

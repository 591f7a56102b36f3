/** Recorded episodes of a run's stages, for display. */
export { RecordedSamples, samplesVersion } from './run/stage-samples.ts';

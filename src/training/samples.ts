/** Recorded episodes of a run's stages, for display. */
export { hasSamples, RecordedSamples, samplesVersion } from './run/stage-samples.ts';

/** Recorded episodes of the stages of a run, for people to read. */
export { RecordedSamples, samplesVersion } from './run/stage-samples.ts';

/** Wilson's interval is written once, where verdicts are aggregated; evaluation uses the same one. */
export { type Interval, wilsonInterval } from '../../verdict/aggregate/wilson-interval.ts';

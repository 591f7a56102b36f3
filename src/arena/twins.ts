/** Twins: unpublished problems beside the public ones of qualifying, against memorised answers. */
export { addTwins } from './twins/add-twins.ts';
export { memorisingReason } from './twins/memorising-reason.ts';

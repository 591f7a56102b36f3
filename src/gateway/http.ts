/** HTTP parts of the gateway that others use. */
export { settledFirst } from './http/settled-first.ts';

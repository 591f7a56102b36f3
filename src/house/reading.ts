/** How simulated models read a request. */
export { readRequest } from './reading/read-request.ts';

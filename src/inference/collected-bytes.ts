export { CollectedBytes } from '../net/collected-bytes.ts';

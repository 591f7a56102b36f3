/** Files of the dashboard. */
export { findSite } from './site/find-site.ts';

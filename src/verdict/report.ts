/** Report pages. */
export { Html, html } from './report/html.ts';
export { tryPage } from './report/try-page.ts';

/** A market in OpenSearch, for catalogues too large for one machine. */
export type { OpenSearchAddress } from './opensearch/connect.ts';
export { importFileIntoOpenSearch } from './opensearch/import-file.ts';
export { OpenSearchSearch } from './opensearch/opensearch-search.ts';

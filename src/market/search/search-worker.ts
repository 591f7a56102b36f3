import { answerRequests, threadData } from '../../thread/answer-requests.ts';
import type { SharedIndex } from '../market-index.ts';
import { EmbeddedSearch } from './embedded-search.ts';
import type { SearchAnswer, SearchRequest } from './threaded-search.ts';

/** Thread of `threaded-search.ts`. */
const search = EmbeddedSearch.attach(threadData<SharedIndex>());

answerRequests<SearchRequest, SearchAnswer>((request) =>
  'query' in request ? search.findNow(request.query) : search.productsNow(request.ids),
);

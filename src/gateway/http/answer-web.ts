import { Fault } from '../../fault/fault.ts';
import { faultAnswer } from '../../fault/http-answer.ts';
import type { WebSearch } from '../../market/encyclopaedia.ts';
import type { QueryParameters } from '../../market/parse-query-string.ts';
import { type Answer, jsonAnswer } from './answer.ts';

/** Looks up words in the encyclopaedia. It is in memory, so it can neither fail nor take long. */
export function answerWeb(parameters: QueryParameters, web: WebSearch): Answer {
  const [query = ''] = [parameters.q ?? ''].flat();
  if (query.trim() !== '') return jsonAnswer('web', 200, web.search(query));
  const fault = new Fault('SEARCH_QUERY_INVALID', {
    message: 'q is empty.',
    remedy: 'Send the words to look up, for example q=who+founded+Kusinaro.',
  });
  const { status, body } = faultAnswer(fault);
  return jsonAnswer('web', status, body);
}

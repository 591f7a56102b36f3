/** An agent of ours with the house model it thinks with. */
export interface Contestant {
  readonly agent: string;
  readonly model: string;
  /** Of the training problems, how many it tries. */
  readonly share: number;
}

/**
 * Who makes the corpus. Of the first the model does the shopping, of the others the program, wholly or in part. A house model
 * does the same for the same words, so that one example with three models gives more than three examples with one: each
 * set of tools has its example, four `react_text` and seven `native_tools`, and others come in small shares.
 */
export const CONTESTANTS: readonly Contestant[] = [
  { agent: 'react_text.py', model: 'house/expert', share: 1 },
  { agent: 'native_tools.py', model: 'house/expert', share: 1 },
  { agent: 'react_text.py', model: 'house/adept', share: 1 },
  { agent: 'native_tools.py', model: 'house/adept', share: 0.4 },
  { agent: 'react_text.py', model: 'house/novice', share: 0.25 },
  { agent: 'native_tools.py', model: 'house/novice', share: 0.1 },
  { agent: 'careful_verifier.py', model: 'house/expert', share: 0.1 },
  { agent: 'careful_verifier.py', model: 'house/adept', share: 0.1 },
  { agent: 'rank_by_model.py', model: 'house/expert', share: 1 },
  { agent: 'extract_and_search.py', model: 'house/expert', share: 1 },
  { agent: 'narrated_loop.py', model: 'house/expert', share: 1 },
  { agent: 'rank_by_model.py', model: 'house/adept', share: 0.4 },
  { agent: 'narrated_loop.py', model: 'house/adept', share: 0.1 },
  { agent: 'labelled/menu_classifier.py', model: 'house/expert', share: 0.1 },
  { agent: 'labelled/plan_executor.py', model: 'house/expert', share: 0.05 },
  { agent: 'labelled/script_searches.py', model: 'house/expert', share: 0.1 },
];

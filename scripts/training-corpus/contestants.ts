/** One of our agents with the simulated model it uses. */
export interface Contestant {
  readonly agent: string;
  readonly model: string;
  /** Share of the training problems that it attempts. */
  readonly share: number;
}

/**
 * The agents that make the corpus: programs of many styles, so that none gives more than a fraction of the rows and a
 * student learns the task and not the harness. Half of the agentic ones were written by people who had only the
 * documentation. Scripts get larger shares, because few of their attempts succeed.
 */
export const CONTESTANTS: readonly Contestant[] = [
  { agent: 'react_text.py', model: 'house/expert', share: 0.4 },
  { agent: 'react_text.py', model: 'house/adept', share: 0.2 },
  { agent: 'react_text.py', model: 'house/novice', share: 0.1 },
  { agent: 'native_tools.py', model: 'house/expert', share: 0.4 },
  { agent: 'native_tools.py', model: 'house/adept', share: 0.2 },
  { agent: 'careful_verifier.py', model: 'house/expert', share: 0.3 },
  { agent: 'careful_verifier.py', model: 'house/adept', share: 0.1 },
  { agent: 'four_tools.py', model: 'house/expert', share: 0.3 },
  { agent: 'four_tools.py', model: 'house/adept', share: 0.1 },
  { agent: 'labelled/plain_results.py', model: 'house/expert', share: 0.25 },
  { agent: 'labelled/two_pages.py', model: 'house/expert', share: 0.25 },
  { agent: 'labelled/short_memory.py', model: 'house/expert', share: 0.25 },
  { agent: 'labelled/outside/honest-1/session_json_user.py', model: 'house/expert', share: 0.3 },
  { agent: 'labelled/outside/honest-1/self_consistency.py', model: 'house/expert', share: 0.2 },
  { agent: 'labelled/outside/honest-1/json_repair_retry.py', model: 'house/expert', share: 0.3 },
  { agent: 'labelled/outside/honest-1/parallel_fanout.py', model: 'house/expert', share: 0.2 },
  { agent: 'labelled/outside/honest-1/summary_buffer.py', model: 'house/expert', share: 0.2 },
  { agent: 'labelled/outside/honest-2/plan_execute_replan.py', model: 'house/expert', share: 0.2 },
  { agent: 'labelled/outside/honest-2/gouwu_tagged.py', model: 'house/expert', share: 0.1 },
  { agent: 'labelled/outside/honest-2/best_of_three.py', model: 'house/expert', share: 0.1 },
  { agent: 'labelled/outside/honest-2/reflect_then_commit.py', model: 'house/expert', share: 0.2 },
  { agent: 'labelled/outside/honest-2/buyer_and_sceptic.py', model: 'house/expert', share: 0.1 },
  { agent: 'labelled/outside/honest-2/handbook_native.py', model: 'house/expert', share: 0.1 },
  { agent: 'labelled/outside/honest-2/majority_vote.py', model: 'house/expert', share: 0.1 },
  // In these, the program decides, wholly or in part.
  { agent: 'extract_and_search.py', model: 'house/expert', share: 1 },
  { agent: 'extract_and_search.py', model: 'house/adept', share: 0.8 },
  { agent: 'rank_by_model.py', model: 'house/expert', share: 0.1 },
  { agent: 'narrated_loop.py', model: 'house/expert', share: 0.1 },
  { agent: 'labelled/menu_classifier.py', model: 'house/expert', share: 0.05 },
  { agent: 'labelled/plan_executor.py', model: 'house/expert', share: 1 },
  { agent: 'labelled/first_call_only.py', model: 'house/expert', share: 1 },
  { agent: 'labelled/outside/disguised-2/keyword_bot.py', model: 'house/expert', share: 1 },
  { agent: 'labelled/outside/disguised-1/audit_tool.py', model: 'house/expert', share: 0.1 },
  { agent: 'labelled/outside/disguised-1/query_polish.py', model: 'house/expert', share: 0.1 },
];

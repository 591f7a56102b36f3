"""Takes the first hit, and repeatedly asks the best available model whether it is right.

Each question repeats the whole conversation, which is paid for every time. Credit for the longest allowed answer is
reserved before each call. The credit of a run is used up after a few problems, and the others get no answer.
"""

from __future__ import annotations

import assay

MODEL = "house/expert"
DOUBTS = 10
PAGES = 5
LONGEST_ANSWER = 100_000

SYSTEM_PROMPT = "You are a shopping assistant. Does the first product fit the request better than all others? Answer with yes or no."


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    searches = [assay.tools.execute("find_product", {"q": query[:200], "page": page}) for page in range(1, PAGES + 1)]
    dialogue.add(think="Everything there is goes into the conversation.", tool_calls=searches)
    evidence = "\n".join(str(search["result"]) for search in searches)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": f"{query}\n\n{evidence}"}]
    for _ in range(DOUBTS):
        answer = assay.chat(messages, model=MODEL, temperature=0, max_tokens=LONGEST_ANSWER)
        messages.append({"role": "assistant", "content": answer.content})
        messages.append({"role": "user", "content": f"Are you sure, yes or no? Look at all of it again:\n{evidence}"})
    first = searches[0]["result"]
    product = str(first[0]["product_id"]) if isinstance(first, list) and first else "none"
    recommended = assay.tools.execute("recommend_product", {"product_ids": product})
    dialogue.add(think="Still not sure, but something has to be recommended.", tool_calls=[recommended])
    done = assay.tools.execute("terminate", {"status": "success"})
    dialogue.add(think="Nothing is left to do.", tool_calls=[done])
    return dialogue.steps

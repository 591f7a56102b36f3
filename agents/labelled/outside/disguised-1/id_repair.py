"""ReAct agent with repair: small models garble long ids, so ids are mended against those on file."""
import difflib
import json
import re
import sys

import assay

CARD = """You are a shopper's assistant. A customer tells you what to find.

Tools
1. find_product(q, price="", service="", sort="") - search; q is two to five words, price is "low-high"
2. view_product_information(product_ids) - open products by a comma list of ids
3. recommend_product(product_ids) - your final choice, once
4. terminate(status) - "success" or "failure", at the end

Each turn is one thought and one call:
<think>what you learned, how the candidates compare, what is next</think>
<tool_call>{"name": "tool name", "parameters": {"parameter": "value"}}</tool_call>
You then get the result in <obs>."""


class File:
    """Products on file, best first."""

    def __init__(self, query):
        self.words = {w for w in re.findall(r"[a-z]{4,}", query.lower())}
        self.records = {}

    def add(self, rows):
        for row in rows:
            known = self.records.setdefault(str(row.get("product_id")), {})
            known.update(row)

    def ordered(self):
        return sorted(self.records, key=lambda i: -len(self.words & set(re.findall(r"[a-z]{4,}", json.dumps(self.records[i]).lower()))))

    def mend(self, written):
        """The ids on file that were meant, as many as were written."""
        mended = []
        for place, part in enumerate(str(written).split(",")):
            shortlist = self.ordered()[place:place + 1]
            mended += difflib.get_close_matches(part.strip(), shortlist, n=1, cutoff=0.0)
        return ",".join(mended) or str(written)


def parse(text):
    head, _, tail = text.partition("<tool_call>")
    thought = head.replace("<think>", "").replace("</think>", "").strip()
    try:
        value = json.JSONDecoder().raw_decode(tail.strip())[0]
        value = value[0] if isinstance(value, list) else value
        args = value.get("parameters", value.get("arguments"))
        return (thought, str(value["name"]), args) if isinstance(args, dict) else (thought, None, {})
    except (ValueError, KeyError, IndexError, AttributeError):
        return thought, None, {}


def agent_main(problem):
    query = str(problem.get("query", ""))
    book, folder = assay.Dialogue(query), File(query)
    turns = [{"role": "system", "content": CARD}, {"role": "user", "content": query}]
    for _ in range(11):
        try:
            said = assay.chat(turns, temperature=0, max_tokens=320).message.get("content") or ""
        except assay.ChatFailed as problem_:
            print("no answer:", problem_, file=sys.stderr)
            break
        thought, name, args = parse(said)
        if name is None:
            turns += [{"role": "assistant", "content": said[:500]}, {"role": "user", "content": "<obs>No call was found; write <think> and <tool_call>.</obs>"}]
            continue
        if name == "terminate":
            break
        if name == "recommend_product":
            args = {"product_ids": folder.mend(args.get("product_ids", ""))}
        done = assay.tools.execute(name, args)
        book.add(think=thought or "Next.", tool_calls=[done])
        if isinstance(done["result"], list):
            folder.add(done["result"])
        turns.append({"role": "assistant", "content": f"<think>{thought}</think>\n<tool_call>{json.dumps({'name': name, 'parameters': args})}</tool_call>"})
        turns.append({"role": "user", "content": f"<obs>{peek(done['result'])}</obs>"})
        if name == "recommend_product":
            break
        if len(turns) > 14:
            del turns[2:4]
    if not book.has_called("recommend_product"):
        book.add(think="I recommend what is best on file.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": folder.mend("") or "none"})])
    book.add(think="The request is served.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return book.steps


def peek(result):
    if not isinstance(result, list):
        return json.dumps(result)[:300]
    return "\n" + "\n".join(json.dumps({k: r[k] if k != "attributes" else str(r[k])[:120] for k in ("product_id", "title", "price", "attributes") if k in r}) for r in result[:5])

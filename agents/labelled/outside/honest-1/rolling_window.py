from collections import deque
import json, re
from time import monotonic
import assay

SYS = '''You are ShopBot. Use tools by writing a tag:
<tool_call>{"name": "find_product", "arguments": {"q": "camping stove", "price": "0-900"}}</tool_call>

Available: 
 * find_product: q (words), price ("low-high"), service ("official", "freeShipping", "COD", "flashsale"), shop_id, sort ("priceasc", "order"), page
 * view_product_information: product_ids ("1,2,3")
 * recommend_product: product_ids (final; one per item the user wants, in the user's order)
Write <think>...</think> first. One tool per message. The user can not answer questions.'''


class Window:
	"""System prompt and request stay, of the rest only the newest messages."""

	def __init__(self, request, size=6):
		self.head = [{"role": "system", "content": SYS}, {"role": "user", "content": request}]
		self.tail = deque(maxlen=size)

	def say(self, role, content):
		self.tail.append({"role": role, "content": content})

	def messages(self):
		tail = list(self.tail)
		while tail and tail[0]["role"] != "assistant":
			tail.pop(0)
		return self.head + tail


def extract(txt):
	m = re.search(r"<tool_call>\s*(.+?)\s*(?:</tool_call>|$)", txt, re.S)
	if not m:
		return None
	try:
		j = json.loads(m.group(1))
		if isinstance(j, list):
			j = j[0]
		return j["name"], j.get("arguments") or j.get("parameters") or {}
	except (ValueError, KeyError, IndexError, TypeError, AttributeError):
		return None


def render(res):
	if isinstance(res, list):
		out = []
		for r in res[:5]:
			r = dict(r)
			r.pop("description", None)
			r.pop("short_description", None)
			out.append(json.dumps(r, ensure_ascii=False)[:400])
		return "\n".join(out) or "no results"
	return json.dumps(res)[:400]


def agent_main(problem):
	w = Window(problem["query"])
	d = assay.Dialogue(problem["query"])
	stop = monotonic() + 120
	nudges = 0
	for i in range(12):
		if monotonic() > stop:
			break
		if i == 9:
			w.say("assistant", "I should come to an end.")
			w.say("user", "Yes. Call recommend_product with the best products you have seen.")
		try:
			txt = assay.chat(w.messages(), temperature=0.1, max_tokens=300).message.get("content") or ""
		except assay.ChatFailed:
			continue
		w.say("assistant", txt or "...")
		got = extract(txt)
		if got is None:
			nudges += 1
			if nudges == 4:
				break
			w.say("user", "I need a <tool_call> with valid JSON.")
			continue
		name, args = got
		if not isinstance(args, dict) or name not in ("find_product", "view_product_information", "recommend_product"):
			w.say("user", f"<tool_response>unknown tool {name}</tool_response>")
			continue
		c = assay.tools.execute(name, args)
		th = re.search(r"<think>(.*?)</think>", txt, re.S)
		d.add(think=th.group(1).strip() if th else "", tool_calls=[c])
		if name == "recommend_product":
			break
		w.say("user", f"<tool_response>\n{render(c['result'])}\n</tool_response>")
	if d.has_called("recommend_product"):
		d.add(think="done", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
	return d.steps

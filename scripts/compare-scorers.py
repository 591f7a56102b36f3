"""Scores the inputs of compare-scorers.ts with an unmodified public scorer, read from a local checkout.

    python3 scripts/compare-scorers.py oro|shoppingbench CHECKOUT < inputs.jsonl > scores.jsonl

Nothing of the scorers is in this repository. What they need from outside is replaced: products come from the input
instead of a search server or an index, and similarities of titles from the input instead of an embedding model. Needs
pydantic.
"""

import json
import logging
import os
import sys
import types
from collections import defaultdict


class Titles:
    """Stands for the embedding model: texts are their own vectors, and similarities come from the input."""

    def __init__(self, *_arguments, **_options):
        pass

    def encode(self, texts):
        return list(texts)

    def similarity(self, left, right):
        return [[1.0 if one == other else known.similarities.get(f"{one}\n{other}", 0.0) for other in right] for one in left]


class Known:
    """The input that is being scored."""

    products: dict = {}
    similarities: dict = {}


known = Known()


def module(name, **members):
    made = types.ModuleType(name)
    vars(made).update(members)
    sys.modules[name] = made


def get(_url, params=None, **_options):
    product = known.products.get(params["product_ids"])
    return types.SimpleNamespace(ok=True, json=lambda: [] if product is None else [product])


class Searcher:
    def __init__(self, _folder):
        pass

    def doc(self, product_id):
        product = known.products.get(product_id)
        return product and types.SimpleNamespace(raw=lambda: json.dumps({"product": product}))


def oro(checkout):
    module("requests", get=get, RequestException=OSError)
    sys.path.insert(0, checkout)
    from src.agent import problem_scorer
    from src.agent.scoring import is_problem_successful

    def score(task, query, reward, voucher, output):
        problem_scorer.clear_product_cache()
        scorer = problem_scorer.ProblemScorer(task, {query: reward}, {query: voucher} if voucher else {})
        scores = scorer.score_problem(query, output)
        return {"scores": scores, "success": is_problem_successful(scores, task)}

    return score


def shoppingbench(checkout):
    for name in ("pyserini", "pyserini.search"):
        module(name)
    module("pyserini.search.lucene", LuceneSearcher=Searcher)
    module("tqdm", tqdm=lambda lines, **_options: lines)
    sys.path.insert(0, os.path.join(checkout, "src", "agent"))
    import run_evaluate
    from rewards.orm import length_reward
    from rewards.prm import format_reward
    from util.message import OUTPUT_ROLES, Message

    def score(task, _query, reward, voucher, output):
        texts = [Message.from_dict(step["completion"]["message"]).to_string(OUTPUT_ROLES) for step in output]
        scores = defaultdict(float)
        scores["length"] = length_reward(output)
        scores["format"] = sum(map(format_reward, texts)) / len(texts) if texts else 0
        arguments = [scores, output, reward] + ([voucher] if task == "voucher" else [])
        getattr(run_evaluate, f"eval_{task}")(*arguments)
        extra = {"shop": ["shop"], "voucher": ["budget"]}.get(task, [])
        return {"scores": dict(scores), "success": all(scores[name] >= 1 for name in ["rule", *extra])}

    return score


def main():
    which, checkout = sys.argv[1:]
    logging.disable(logging.CRITICAL)
    module("sentence_transformers", SentenceTransformer=Titles)
    module("ujson", **vars(json))
    score = {"oro": oro, "shoppingbench": shoppingbench}[which](os.path.abspath(checkout))
    for line in sys.stdin:
        given = json.loads(line)
        known.products, known.similarities = given["products"], given["similarities"]
        problem = given["problem"]
        task = problem["category"].lower()
        try:
            result = score(task, problem["query"], problem["reward"], problem.get("voucher"), given["dialogue"])
        except Exception as error:  # Whatever stops a scorer is a result of the comparison.
            result = {"error": type(error).__name__}
        print(json.dumps(result))


if __name__ == "__main__":
    main()

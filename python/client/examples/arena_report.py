# %% [markdown]
# # An arena in pandas
#
# Reads the leaderboard, the published corpus and an evaluation of a running arena into data frames, and plots the
# values with their intervals. Open it in an editor that runs `# %%` cells (VS Code, JupyterLab with Jupytext), or run
# it as a program:
#
#     pip install "./python/client[notebook]"
#     ASSAY_URL=http://127.0.0.1:8788 python python/client/examples/arena_report.py

# %%
import io
import os

import matplotlib

if "DISPLAY" not in os.environ:
    matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from assay_client import Arena, ArenaError
from assay_client.api.public import (
    get_agent_version_problems,
    get_corpus,
    get_corpus_file,
    get_leaderboard,
    get_training,
)

URL = os.environ.get("ASSAY_URL", "http://127.0.0.1:8788")
PICTURE = os.environ.get("ASSAY_PICTURE", "arena-report.png")

arena = Arena(URL)


def published(call, **arguments):
    """The response, or None if the arena has not published this yet."""
    try:
        return call.sync(client=arena, **arguments)
    except ArenaError as error:
        if error.status == 404:
            return None
        raise


# %% [markdown]
# ## The leaderboard
#
# `score_interval` is the arena's own 95 % interval of a qualifying score. It is empty for versions with too few problems.

# %%
board = get_leaderboard.sync(client=arena, limit=100)
scores = pd.json_normalize([entry.to_dict() for entry in board.entries])
columns = ["rank", "agent_name", "version_number", "final_score", "score_interval.low", "score_interval.high", "runs"]
scores = scores.reindex(columns=[*columns, "agent_version_id"])
print(scores.drop(columns="agent_version_id").to_string(index=False))

# %% [markdown]
# ## The corpus
#
# A summary, and the rows themselves from the files that it lists.

# %%
corpus = published(get_corpus)
rows = pd.DataFrame()
if corpus is not None:
    funnel = pd.DataFrame([stage.to_dict() for stage in corpus.funnel])
    print(f"\n{corpus.name}")
    print(funnel[["stage", "rows"]].to_string(index=False))
    listed = next(file for file in corpus.files if file.name == "train/trajectories.jsonl")
    file = get_corpus_file.sync(name=listed.name, client=arena)
    rows = pd.read_json(io.BytesIO(file.payload.read()), lines=True)
    print(f"{len(rows)} rows in {listed.name}, with the columns {', '.join(rows.columns)}")

# %% [markdown]
# ## An evaluation
#
# The attempts of the leading version, problem by validator. Validators run the same problems, so attempts at one
# problem are not independent: they are averaged first, and the interval (Wilson, 95 %) counts problems.


# %%
def wilson(share, count, z=1.959964):
    """The 95 % Wilson interval of a share of `count`."""
    middle = (share + z**2 / (2 * count)) / (1 + z**2 / count)
    half = z / (1 + z**2 / count) * np.sqrt(share * (1 - share) / count + z**2 / (4 * count**2))
    return middle - half, middle + half


leader = scores.iloc[0]
problems = get_agent_version_problems.sync(leader.agent_version_id, client=arena, phase="QUALIFYING")
attempts = pd.json_normalize(
    [problem.to_dict() for problem in problems.problems],
    record_path="validator_results",
    meta=["problem_id", "category"],
)
print(f"\n{len(attempts)} attempts of {leader.agent_name} v{leader.version_number}")
solved = (attempts.status == "SUCCESS").groupby([attempts.category, attempts.problem_id]).mean()
evaluation = solved.groupby("category").agg(["mean", "count"]).rename(columns={"mean": "solved", "count": "problems"})
evaluation["low"], evaluation["high"] = wilson(evaluation.solved, evaluation.problems)
print(evaluation.round(3).to_string())

# %% [markdown]
# ## Training, if the arena shows it
#
# Results of each stage on problems it was not trained on.

# %%
training = published(get_training)
stages = pd.DataFrame()
if training is not None:
    stages = pd.json_normalize(
        [
            {"stage": stage["stage"], "measure": name, **measure}
            for stage in (each.to_dict() for each in training.stages)
            for name, measure in stage["measures"].items()
        ]
    )
    print(f"\n{training.model} on {training.measured_on.suite}")
    print(stages.round(3).to_string(index=False))

# %% [markdown]
# ## The plot


# %%
def intervals(axes, names, values, low, high, title):
    """Plots points with their intervals, the first at the top; an interval may be missing."""
    places = np.arange(len(names))[::-1]
    below, above = np.maximum(values - low, 0).fillna(0), np.maximum(high - values, 0).fillna(0)
    axes.errorbar(values, places, xerr=[below, above], fmt="o", capsize=3)
    axes.set_yticks(places, names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlim(-0.02, 1.02)
    axes.grid(axis="x", alpha=0.3)
    axes.set_title(title, loc="left", fontsize="medium")


shown = scores.head(20)
passed = stages[stages.measure == "pass@1"] if len(stages) else stages
parts = [len(shown), len(evaluation), *([len(passed)] if len(passed) else [])]
figure, axes = plt.subplots(
    len(parts), 1, figsize=(8, 1.2 * len(parts) + 0.4 * sum(parts)), height_ratios=parts, layout="constrained"
)
names = shown.agent_name + " v" + shown.version_number.astype(str)
intervals(
    axes[0], names, shown.final_score, shown["score_interval.low"], shown["score_interval.high"], "Qualifying score, 95 % interval"
)
intervals(
    axes[1],
    evaluation.index + ", n = " + evaluation.problems.astype(str),
    evaluation.solved,
    evaluation.low,
    evaluation.high,
    f"Share of problems that {leader.agent_name} v{leader.version_number} solved, 95 % interval",
)
if len(passed):
    intervals(
        axes[2],
        passed.stage,
        passed["value"],
        passed["interval.low"],
        passed["interval.high"],
        f"pass@1 of {training.model}, stage by stage, 95 % interval",
    )
source = f"suite {board.suite.name}, {URL}" if corpus is None else f"suite {board.suite.name}, corpus {corpus.name}, {URL}"
figure.supxlabel(source, fontsize="small")
figure.savefig(PICTURE, dpi=150)
print(f"\n{PICTURE}")
arena.get_httpx_client().close()

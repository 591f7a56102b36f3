"""Returns objects that have another value each time they are read."""
# kind: forged evidence
# check: accepted
# ends: none or ANSWER_NOT_JSON
# solved: none


class Changing(dict):
    count = 0

    def items(self):
        Changing.count += 1
        return [("completion", {"message": {"think": "x" * Changing.count}}), (f"n{Changing.count}", 1)]

    def __iter__(self):
        return iter(["other"])

    def __len__(self):
        return 1


class Steps(list):
    def __iter__(self):
        return iter([{"other": True}])

    def __getitem__(self, place):
        return {"third": True}


def agent_main(problem):
    return Steps([Changing(a=1), Changing(b=2)])

import type { Arena } from '../../arena/arena.ts';
import { agreementOf, ruleOpinions } from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { discloseProblem, discloseRun, readRetired } from '../../arena/secrecy.ts';
import type { ProblemRow } from '../attempts/problem-rows.ts';
import { problemState } from '../attempts/problem-state.ts';
import { visibleProblems } from '../attempts/visible-problems.ts';
import type { Viewer } from '../viewer.ts';
import type { VersionAgreementWire } from '../wire/version-agreement-wire.ts';
import { findVersionSummary } from './find-version.ts';

/** How far validators agree on a version, by pair. Visible where the scores are. */
export async function versionAgreement(
  { database }: Pick<Arena, 'database'>,
  agentVersionId: string,
  viewer: Viewer,
): Promise<VersionAgreementWire> {
  return await database.withSnapshot(async (reader) => {
    const { version } = await findVersionSummary(reader, agentVersionId);
    const { hotkey: miner_hotkey, released_at } = version;
    const items = (await readItems(reader, agentVersionId)).filter(
      (item) => discloseRun({ ...item, miner_hotkey, released_at }, viewer).scores !== 'none',
    );
    const opinions = await ruleOpinions(
      reader,
      items.map(({ work_item_id }) => work_item_id),
    );
    const visible = await visibleProblems(reader, version, {}, viewer).execute();
    const retired = await readRetired(
      reader,
      visible.filter(({ phase }) => phase === 'RACE').map(({ source_id }) => source_id),
    );
    const isHidden = (row: ProblemRow) =>
      discloseProblem(problemState(row, version, retired), viewer).results !== 'each';
    // If the results of any problem of an item are hidden, none of its problems are named: the missing names would
    // reveal it.
    const byItem = [...Map.groupBy(visible, ({ work_item_id }) => work_item_id)];
    const named = new Map(byItem.filter(([, problems]) => !problems.some(isHidden)));
    return {
      agent_version_id: agentVersionId,
      pairs: items.flatMap(({ work_item_id, suite_id, phase, race_id, race_number }) =>
        agreementOf(opinions.get(work_item_id) ?? []).map(({ validators, problems, same, differing }) => ({
          suite_id,
          phase,
          race_id,
          race_number,
          validator_hotkey: validators[0],
          other_validator_hotkey: validators[1],
          problems,
          same,
          differing_problem_ids: named.has(work_item_id)
            ? differing.filter((id) => named.get(work_item_id)!.some(({ problem_id }) => problem_id === id))
            : null,
        })),
      ),
    };
  });
}

async function readItems(reader: ArenaQueries, agentVersionId: string) {
  return await reader
    .selectFrom('work_items as item')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .select([
      'item.work_item_id',
      'item.suite_id',
      'item.phase',
      'item.closed_at',
      'races.race_id',
      'races.race_number',
      'races.state as race_state',
    ])
    .where('item.agent_version_id', '=', agentVersionId)
    .orderBy('item.phase')
    .orderBy('races.race_number', (order) => order.asc().nullsFirst())
    .orderBy('item.suite_id')
    .orderBy('item.round')
    .execute();
}

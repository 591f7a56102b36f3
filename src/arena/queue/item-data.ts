import type { Reader } from '../../store/database.ts';
import type { ArenaTables, Phase } from '../tables/arena-tables.ts';
import type { WorkItem } from './item-runs.ts';
import { findVersionData, type VersionData } from './version-data.ts';

/** Data included in every event about an item or one of its runs. */
export interface ItemData extends VersionData {
  readonly work_item_id: string;
  readonly suite_id: number;
  readonly phase: Phase;
  readonly race_id: string | null;
  readonly race_number: number | null;
}

export async function itemData(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  { work_item_id, agent_version_id, suite_id, phase, race_id }: WorkItem,
): Promise<ItemData & { readonly [key: string]: string | number | null }> {
  const version = (await findVersionData(reader, agent_version_id))!;
  const race =
    race_id === ''
      ? undefined
      : await reader.selectFrom('races').select('race_number').where('race_id', '=', race_id).executeTakeFirst();
  return {
    ...version,
    work_item_id,
    suite_id,
    phase,
    race_id: race_id === '' ? null : race_id,
    race_number: race?.race_number ?? null,
  };
}

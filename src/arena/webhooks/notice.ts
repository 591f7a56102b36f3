import { listOf, numberOf, objectOf, textOf } from '../../json/json-object.ts';

/** What contestants and operators can be notified of. */
export const NOTICE_KINDS = ['run_finished', 'qualified', 'race_decided'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

type NoticeData = Readonly<Record<string, string | number | boolean | null>>;

export interface Notice {
  readonly kind: NoticeKind;
  /** The contestant it is for; `null` if it is for everyone. */
  readonly hotkey: string | null;
  /** A readable sentence. Agent names in it are as their contestants wrote them. */
  readonly text: string;
  readonly data: NoticeData;
}

/** The part of a ledger event that notices use. */
export interface NoticedEvent {
  readonly what: string;
  readonly data: unknown;
}

/** Kinds of events that `noticesOf` turns into notices. */
export const NOTICED_EVENTS = ['run.completed', 'race.closed', 'race.promoted', 'race.cancelled'] as const;

/**
 * The notices of a ledger event. The ledger is public and a notice contains only fields of its event, so it contains no
 * secrets.
 */
export function noticesOf({ what, data }: NoticedEvent): readonly Notice[] {
  const fields = objectOf(data);
  switch (what) {
    case 'run.completed':
      return runFinished(fields);
    case 'race.closed':
      return listOf(fields.racers).flatMap((racer) => qualified(fields, objectOf(racer)));
    case 'race.promoted':
      return [raceDecided(fields)];
    case 'race.cancelled':
      return [raceCancelled(fields)];
    default:
      return [];
  }
}

type Fields = Readonly<Record<string, unknown>>;

function runFinished(fields: Fields): readonly Notice[] {
  const hotkey = textOf(fields.miner_hotkey);
  if (hotkey === undefined) return [];
  const outcome = fields.status === 'SUCCESS' ? 'finished' : 'failed';
  const where = fields.phase === 'RACE' ? `race ${numberOf(fields.race_number) ?? ''}` : 'qualifying';
  return [
    {
      kind: 'run_finished',
      hotkey,
      text: `A run of ${textOf(fields.agent_name) ?? 'an agent'} v${numberOf(fields.version_number) ?? '?'} in ${where} ${outcome}.`,
      data: {
        ...texts(fields, ['eval_run_id', 'agent_version_id', 'agent_name', 'validator_hotkey']),
        version_number: numberOf(fields.version_number) ?? null,
        ...texts(fields, ['phase', 'race_id', 'status', 'fault_owner']),
        race_number: numberOf(fields.race_number) ?? null,
        miner_hotkey: hotkey,
      },
    },
  ];
}

function qualified(race: Fields, racer: Fields): readonly Notice[] {
  const hotkey = textOf(racer.miner_hotkey);
  if (hotkey === undefined) return [];
  const score = numberOf(racer.qualifying_score) ?? null;
  return [
    {
      kind: 'qualified',
      hotkey,
      text: `Qualified for race ${numberOf(race.race_number) ?? '?'} with a score of ${score?.toFixed(4) ?? 'none'}.`,
      data: {
        ...texts(race, ['race_id']),
        race_number: numberOf(race.race_number) ?? null,
        qualifying_threshold: numberOf(race.qualifying_threshold) ?? null,
        ...texts(racer, ['agent_version_id', 'qualification_type']),
        qualifying_score: score,
        miner_hotkey: hotkey,
      },
    },
  ];
}

function raceDecided(fields: Fields): Notice {
  const result = objectOf(fields.result);
  const changed = result.changed === true;
  return {
    kind: 'race_decided',
    hotkey: null,
    text: `Race ${numberOf(fields.race_number) ?? '?'} is decided: ${changed ? 'there is a new champion' : 'the champion stays'}.`,
    data: {
      ...texts(fields, ['race_id']),
      race_number: numberOf(fields.race_number) ?? null,
      outcome: 'decided',
      champion_changed: changed,
      ...texts(result, ['top_agent_version_id']),
    },
  };
}

function raceCancelled(fields: Fields): Notice {
  return {
    kind: 'race_decided',
    hotkey: null,
    text: `Race ${numberOf(fields.race_number) ?? '?'} was cancelled.`,
    data: {
      ...texts(fields, ['race_id']),
      race_number: numberOf(fields.race_number) ?? null,
      outcome: 'cancelled',
      champion_changed: false,
      top_agent_version_id: null,
    },
  };
}

function texts(fields: Fields, names: readonly string[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(names.map((name) => [name, textOf(fields[name]) ?? null]));
}

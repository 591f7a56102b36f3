import { Command } from 'commander';
import {
  type AgencyFinding,
  type AgencyPolicy,
  agencyFactor,
  type CrownDecision,
  parseAgencyPolicy,
  type RaceResult,
  type ReplayedRace,
  replayRace,
} from '../../../arena/race.ts';
import { type QualifierWire, raceDetailSchema } from '../../../board/wire.ts';
import { readAgency } from '../../../corpus/firehose.ts';
import { Fault } from '../../../fault/fault.ts';
import { type ArenaOptions, openArena, withArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { raceIdOf } from '../../arena/race-id.ts';
import { collect } from '../../options.ts';
import { oneLine } from '../../output/say-line.ts';
import { WHY_CROWNED } from '../../output/say-race-result.ts';
import { intervalText, scoreText } from '../../output/say-score.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { findingsOf, type RaceDetail, resultsOf } from './replay-sources.ts';

interface Options extends ArenaOptions {
  readonly policy: string;
  readonly corpus: readonly string[];
  readonly json?: boolean;
}

export function raceReplayCommand(): Command {
  const command = new Command('replay')
    .argument('<race>', 'number or id of a race that is over')
    .requiredOption('--policy <name>', 'agency, or agency:EXPONENT: scores times the share of calls the model made')
    .option('--corpus <dir>', 'folder of `corpus filter` with attempts of that race; repeatable', collect, []);
  return withArenaOptions(command).action(async (race: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const policy = parseAgencyPolicy(options.policy);
    if (options.corpus.length === 0) {
      throw new Fault('USAGE', {
        message: 'Nothing says how much of each attempt its model decided.',
        remedy: 'Filter the attempts of the race with `assay corpus filter`, and name that folder with --corpus.',
      });
    }
    const attempts = (await Promise.all(options.corpus.map(readAgency))).flat();
    const arena = openArena(options);
    const id = await raceIdOf(arena, race);
    const detail = await askArena(arena, { path: `/v1/public/races/${id}`, answer: raceDetailSchema });
    if (detail.result === null) {
      throw new Fault('USAGE', {
        message: `Race ${detail.race.race_number} is not decided, so that there is nothing to replay.`,
        remedy: '`assay race --history` lists those that are over.',
      });
    }
    const official = detail.result;
    const agency = await findingsOf(arena, detail, attempts);
    const past = {
      results: await resultsOf(arena, detail, official),
      incumbentId: official.incumbent_agent_version_id,
      margin: official.margin ?? 0,
    };
    const replay = replayRace(past, agency, policy);
    const entrants = past.results.map((result) =>
      entrantOf(result, detail.qualifiers, { official, agency, policy, replay }),
    );
    show({ detail, official, entrants, replay, policy }, terminal);
    terminal.report({ ...documentOf(detail, official, policy, replay), entrants });
    process.exitCode = replay.replayed === null ? 1 : 0;
  });
}

/** As the arena published it, and not as it is computed here: what was decided is not ours to find out again. */
type Official = NonNullable<RaceDetail['result']>;

interface Entrant {
  readonly agent_version_id: string;
  readonly agent_name: string;
  readonly version_number: number;
  readonly is_incumbent: boolean;
  readonly score: number | null;
  readonly interval: QualifierWire['race_score_interval'];
  readonly rank: number | null;
  readonly agency: number | null;
  readonly attempts: number;
  readonly replayed_score: number | null;
  /** The official one times the same factor: how sure the agency itself is, is not in it. */
  readonly replayed_interval: QualifierWire['race_score_interval'];
  readonly replayed_rank: number | null;
}

function entrantOf(
  { agentVersionId, raceScore }: RaceResult,
  qualifiers: readonly QualifierWire[],
  {
    official,
    agency,
    policy,
    replay,
  }: {
    readonly official: Official;
    readonly agency: ReadonlyMap<string, AgencyFinding>;
    readonly policy: AgencyPolicy;
    readonly replay: ReplayedRace;
  },
): Entrant {
  const racer = qualifiers.find(({ agent_version_id }) => agent_version_id === agentVersionId)!;
  const finding = agency.get(agentVersionId);
  const factor = finding && agencyFactor(finding, policy);
  const interval = racer.race_score_interval;
  return {
    agent_version_id: agentVersionId,
    agent_name: racer.agent_name,
    version_number: racer.version_number,
    is_incumbent: racer.qualification_type === 'INCUMBENT',
    score: raceScore,
    interval,
    rank: official.ranking.find(({ agent_version_id }) => agent_version_id === agentVersionId)?.rank ?? null,
    agency: finding?.agency ?? null,
    attempts: finding?.attempts ?? 0,
    replayed_score: raceScore === null || factor === undefined ? null : raceScore * factor,
    replayed_interval: interval && factor !== undefined ? scaled(interval, factor) : null,
    replayed_rank: replay.replayed && rankIn(replay.replayed, agentVersionId),
  };
}

function scaled(interval: NonNullable<QualifierWire['race_score_interval']>, factor: number): typeof interval {
  return { ...interval, low: interval.low * factor, high: interval.high * factor };
}

function rankIn({ ranking }: CrownDecision, id: string): number | null {
  const place = ranking.findIndex(({ agentVersionId }) => agentVersionId === id);
  return place === -1 ? null : place + 1;
}

function show(
  {
    detail,
    official,
    entrants,
    replay,
    policy,
  }: {
    readonly detail: RaceDetail;
    readonly official: Official;
    readonly entrants: readonly Entrant[];
    readonly replay: ReplayedRace;
    readonly policy: AgencyPolicy;
  },
  terminal: Terminal,
): void {
  const nameOf = (id: string | null | undefined): string => {
    const entrant = entrants.find(({ agent_version_id }) => agent_version_id === id);
    return entrant === undefined ? 'nobody' : `${entrant.agent_name}, version ${entrant.version_number}`;
  };
  const rows = entrants
    .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity))
    .map((each) => [
      `${nameOf(each.agent_version_id)}${each.is_incumbent ? ' (incumbent)' : ''}`,
      each.rank ?? '–',
      scoreText(each.score),
      intervalText(each.interval),
      each.agency === null ? 'unknown' : each.agency.toFixed(3),
      each.attempts,
      each.replayed_rank ?? '–',
      scoreText(each.replayed_score),
      intervalText(each.replayed_interval),
    ]);
  const head = ['entrant', 'rank', 'score', '95 %', 'agency', 'attempts', 'rank then', 'score then', '95 % then'];
  terminal.say(`${table(head, rows)}\n`);
  const decided = (id: string | null | undefined, why: CrownDecision['why']) => `${nameOf(id)}: ${WHY_CROWNED[why]}`;
  const held = decided(official.top_agent_version_id, official.why);
  terminal.say(oneLine(`Race ${detail.race.race_number} left the crown with ${held}.`));
  terminal.say(
    oneLine(
      replay.replayed === null
        ? `Who would have won is not known: no attempt of ${replay.unknown.map(nameOf).join('; ')} in this race is in --corpus.`
        : `With scores times agency${policy.exponent === 1 ? '' : ` to the power of ${policy.exponent}`} it would be with ${decided(replay.replayed.top?.agentVersionId, replay.replayed.why)}.`,
    ),
  );
  terminal.say('The official result stays what it is.');
}

function documentOf(
  { race }: RaceDetail,
  official: Official,
  { exponent }: AgencyPolicy,
  { replayed, unknown }: ReplayedRace,
) {
  const told = ({ top, why, threshold, changed }: CrownDecision) => {
    return { top_agent_version_id: top?.agentVersionId ?? null, why, threshold, changed };
  };
  return {
    race_id: race.race_id,
    race_number: race.race_number,
    policy: { name: 'agency', exponent },
    official: {
      top_agent_version_id: official.top_agent_version_id,
      why: official.why,
      threshold: official.threshold,
      changed: official.changed,
    },
    replayed: replayed && told(replayed),
    same_top: replayed && (replayed.top?.agentVersionId ?? null) === official.top_agent_version_id,
    unknown,
  };
}

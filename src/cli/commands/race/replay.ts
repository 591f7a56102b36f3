import { Command } from 'commander';
import { parseReplayPolicy } from '../../../arena/race.ts';
import { raceDetailSchema } from '../../../board/wire.ts';
import { readAgency } from '../../../corpus/pipeline.ts';
import { Fault } from '../../../fault/fault.ts';
import { type ArenaOptions, openArena, withArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { raceIdOf } from '../../arena/race-id.ts';
import { collect } from '../../options.ts';
import { printReplay } from '../../output/print-replay.ts';
import { createTerminal } from '../../output/terminal.ts';
import { replayDocument } from './replay-document.ts';
import { corpusAgency, readPastRace } from './replay-sources.ts';

interface Options extends ArenaOptions {
  readonly policy: readonly string[];
  readonly corpus: readonly string[];
  readonly json?: boolean;
}

const POLICY =
  'agency[:EXPONENT], reward-agency[:FLOOR], emission:SHAPE, margin:NUMBER, threshold:SHARE, or several joined by +; repeatable, each is shown beside the official result';

export function raceReplayCommand(): Command {
  const command = new Command('replay')
    .argument('<race>', 'number or id of a race that is over')
    .requiredOption('--policy <name>', POLICY, (value: string, before?: readonly string[]) =>
      collect(value, before ?? []),
    )
    .option(
      '--corpus <dir>',
      'for agency: folder of `corpus filter` with attempts of that race; otherwise follow rates of the arena; repeatable',
      collect,
      [],
    );
  return withArenaOptions(command).action(async (race: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const policies = options.policy.map(parseReplayPolicy);
    const attempts = (await Promise.all(options.corpus.map(readAgency))).flat();
    const arena = openArena(options);
    const id = await raceIdOf(arena, race);
    const detail = await askArena(arena, { path: `/v1/public/races/${id}`, answer: raceDetailSchema });
    const official = detail.result;
    if (official === null) {
      throw new Fault('USAGE', {
        message: `Race ${detail.race.race_number} is not decided yet and cannot be replayed.`,
        remedy: '`assay race --history` lists decided races.',
      });
    }
    const { past, probed, isEmissionKnown } = await readPastRace(arena, detail, official);
    // What a model did in this race says more than probes of its version.
    const agency = new Map([...probed, ...(await corpusAgency(arena, detail, attempts))]);
    const document = replayDocument({ detail, official, past, agency }, policies);
    printReplay(document, terminal);
    if (!isEmissionKnown) {
      terminal.print('There is no champion, so the arena does not report its emission settings. Defaults are assumed.');
    }
    terminal.report({ ...document, emission: { ...past.emission, is_known: isEmissionKnown } });
    process.exitCode = document.scenarios.some(({ replayed }) => replayed === null) ? 1 : 0;
  });
}

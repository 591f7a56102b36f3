import { isLocalModel } from '../../local/local-models.ts';
import type { BuildProgress } from '../../market/build-market.ts';
import { settledFirst } from '../../net/settled-first.ts';
import { openBank } from '../../problems/suites.ts';
import { SILENT } from '../../validator/log.ts';
import type { SoundSandbox } from '../../validator/sound-sandbox.ts';
import { type PreparedExam, prepareExam } from '../prepare-exam.ts';
import { MARKET_SEED, STAKES, SUITE_SEED } from './demo-settings.ts';
import type { DemoContest, DemoStage } from './demo-stage.ts';
import { countText, listText, taoText } from './say-demo.ts';
import { giveStakes, setSuite } from './staff-arena.ts';
import { startValidators } from './start-validators.ts';

/** A market, an exam on it, and validators with their stake. */
export async function setExam(stage: DemoStage) {
  const { url, board, people, narrator, bankFolder, clock, onClose } = stage;
  const { folder, sizes, signal } = stage.options;
  const { model, simulated } = stage.models;
  const onProgress = ({ phase, done, total }: BuildProgress) => {
    const label = phase === 'index' ? 'writing the index of the market' : 'making products';
    narrator.show('market', [{ label, share: done / total }]);
  };
  const preparing = prepareExam({
    ...{ folder, bankFolder, sizes, onProgress },
    ...{ marketSeed: MARKET_SEED, suiteSeed: SUITE_SEED, now: clock.now },
  });
  const exam = await settledFirst(preparing, signal).finally(() => narrator.show('market', []));
  onClose(() => exam.search.close());
  const { products, shops, source } = exam.search.index.manifest;
  const seed = source.kind === 'synthetic' ? source.seed : null;
  narrator.tell(
    `Market: ${countText(products)} products in ${countText(shops)} shops, seed ${seed}. Agents use ${model}${simulated ? ', a simulated model' : ''}.`,
  );
  if (isLocalModel(model))
    narrator.tell(
      `The model runs on this machine. So the demo is smaller: fewer agents, ${sizes.suite} public problems and ${sizes.race} in a race. It takes about 12 minutes on two cores.`,
    );
  await giveStakes(people, url);
  await setSuite(board, people.client('operator', url), exam.suite);
  const suite = await board.suite();
  const hidden = (await openBank(bankFolder)).state.bank.size;
  narrator.tell(
    `The arena is at ${url}. Its suite has ${suite.problem_count} public problems. ${hidden} more are hidden; none is a variant of a public one.`,
  );
  const { neurons } = await board.metagraph();
  const validators = Object.keys(STAKES).map((name) => {
    const { hotkey, stake, uid } = neurons.find((each) => each.hotkey === people.hotkey(name).address)!;
    return { name, hotkey, uid, stake };
  });
  const stakes = validators.map(({ name, stake }) => `${name} (${taoText(stake)} TAO)`);
  narrator.tell(`Validators and their stake: ${listText(stakes)}. The chain and its TAO are simulated.`);
  const claims = {
    market: { products, shops, seed },
    exam: { suite_id: suite.suite_id, public_problems: suite.problem_count, hidden_problems: hidden },
    validators,
  };
  return { exam, claims };
}

/** Validators begin when the sandbox has held. */
export async function startValidating(stage: DemoStage, exam: PreparedExam, examined: Promise<SoundSandbox>) {
  const { url, people, narrator, models, options, onClose } = stage;
  const { folder, signal, sizes, log = SILENT } = options;
  const sandbox = await settledFirst(examined, signal);
  const { driver, tier } = sandbox.sandbox.description;
  narrator.tell(
    `The sandbox (${driver}, tier ${tier}) held all ${sandbox.attacks} hostile agents, so it may run the others.`,
  );
  const { creditDollars, workers, wallMilliseconds } = sizes;
  const place = {
    folder,
    url,
    people,
    sandbox,
    search: exam.search,
    models,
    creditDollars,
    workers,
    wallMilliseconds,
    log,
  };
  const validators = startValidators(place);
  onClose(() => Promise.all(validators.map(({ worker }) => worker.drain())));
  const contest: DemoContest = { ...stage, exam, validators };
  return { contest, claims: { driver, tier, attacks: sandbox.attacks } };
}

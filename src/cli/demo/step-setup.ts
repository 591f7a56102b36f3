import { isLocalModel } from '../../local/local-models.ts';
import type { BuildProgress } from '../../market/build-market.ts';
import { settledFirst } from '../../net/settled-first.ts';
import { openBank } from '../../problems/suites.ts';
import { SILENT } from '../../validator/log.ts';
import type { SoundSandbox } from '../../validator/sound-sandbox.ts';
import { type PreparedExam, prepareExam } from '../prepare-exam.ts';
import { MARKET_SEED, STAKES, SUITE_SEED } from './demo-settings.ts';
import { countText, listText, taoText } from './format-demo.ts';
import type { DemoContest, DemoSetup } from './open-demo.ts';
import { giveStakes, setSuite } from './register-validators.ts';
import { startValidators } from './start-validators.ts';

/** Creates a market, an exam on it, and validators with stake. */
export async function setUpContest(demo: DemoSetup) {
  const { url, api, people, output, bankFolder, clock, onClose } = demo;
  const { folder, sizes, signal } = demo.options;
  const { model, simulated } = demo.models;
  const onProgress = ({ phase, done, total }: BuildProgress) => {
    const label = phase === 'index' ? 'building the market index' : 'generating products';
    output.show('market', [{ label, share: done / total }]);
  };
  const preparing = prepareExam({
    ...{ folder, bankFolder, sizes, onProgress },
    ...{ marketSeed: MARKET_SEED, suiteSeed: SUITE_SEED, now: clock.now },
  });
  const exam = await settledFirst(preparing, signal).finally(() => output.show('market', []));
  onClose(() => exam.search.close());
  const { products, shops, source } = exam.search.index.manifest;
  const seed = source.kind === 'synthetic' ? source.seed : null;
  output.tell(
    `Market: ${countText(products)} products in ${countText(shops)} shops, seed ${seed}. Agents use ${model}${simulated ? ', a simulated model' : ''}.`,
  );
  if (isLocalModel(model))
    output.tell(
      `The model runs on this machine. So the demo is smaller: fewer agents, ${sizes.suite} public problems and ${sizes.race} in a race. It takes about 12 minutes on two cores.`,
    );
  await giveStakes(people, url);
  await setSuite(api, people.client('operator', url), exam.suite);
  const suite = await api.suite();
  const hidden = (await openBank(bankFolder)).state.bank.size;
  output.tell(
    `The arena is at ${url}. Its suite has ${suite.problem_count} public problems. ${hidden} more are hidden, and none of them is a variant of a public problem.`,
  );
  const { neurons } = await api.metagraph();
  const validators = Object.keys(STAKES).map((name) => {
    const { hotkey, stake, uid } = neurons.find((each) => each.hotkey === people.hotkey(name).address)!;
    return { name, hotkey, uid, stake };
  });
  const stakes = validators.map(({ name, stake }) => `${name} (${taoText(stake)} TAO)`);
  output.tell(`Validators and their stake: ${listText(stakes)}. The chain and its TAO are simulated.`);
  const claims = {
    market: { products, shops, seed },
    exam: { suite_id: suite.suite_id, public_problems: suite.problem_count, hidden_problems: hidden },
    validators,
  };
  return { exam, claims };
}

/** Starts the validators when the sandbox has passed its examination. */
export async function startValidating(demo: DemoSetup, exam: PreparedExam, examined: Promise<SoundSandbox>) {
  const { url, people, output, models, options, onClose } = demo;
  const { folder, signal, sizes, log = SILENT } = options;
  const sandbox = await settledFirst(examined, signal);
  const { driver, tier } = sandbox.sandbox.description;
  output.tell(
    `Sandbox self-test: ${driver} (tier ${tier}) stopped all ${sandbox.attacks} hostile test agents, so this machine may run submissions.`,
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
  const contest: DemoContest = { ...demo, exam, validators };
  return { contest, claims: { driver, tier, attacks: sandbox.attacks } };
}

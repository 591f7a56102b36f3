import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import { forCount } from '../../text/counted.ts';
import { changedThresholds } from '../filter/change-config.ts';
import type { ReleaseAudit } from './audit-release.ts';
import type { FilterCounts } from './filtered-corpus.ts';
import type { HashedFile } from './hashed-file.ts';
import { probeLimits } from './probe-limits.ts';
import type { ReleaseChanges } from './release-changes.ts';
import { NO_LICENCE, type ReleaseRow, UNSTATED_LICENCE } from './release-row.ts';
import type { Counts, RowTally, SplitTally } from './row-tally.ts';

export interface CardSubject {
  readonly name: string;
  readonly tally: RowTally;
  readonly audit: ReleaseAudit;
  readonly apart: Counts;
  readonly apartClaimed: Counts;
  readonly apartRewritten: Counts;
  /** Rows from logs that no gateway recorded. */
  readonly claimed: RowTally;
  /** `undefined` if no rewritten rows were requested. */
  readonly rewritten: RowTally | undefined;
  /** Whether a bank was available to tell which problems races still draw when attempts were filtered and rewritten. */
  readonly withheldChecked: boolean;
  readonly changes: ReleaseChanges | undefined;
  readonly summary: FilterCounts;
  readonly files: readonly HashedFile[];
}

/** One question of users of a corpus, answered in a sentence and in numbers. */
export interface CardAnswer {
  readonly question: string;
  readonly answer: string;
  readonly counts: Readonly<Record<string, Counts>>;
}

/** The description of a release, in the order in which people ask. */
export interface CorpusCard {
  readonly name: string;
  readonly rows: number;
  readonly splits: Readonly<Record<SplitName, SplitTally>>;
  readonly files: readonly HashedFile[];
  readonly answers: readonly CardAnswer[];
  readonly example: ReleaseRow | null;
}

export function corpusCard(subject: CardSubject): CorpusCard {
  const { name, tally, files } = subject;
  const splits = Object.fromEntries(SPLIT_NAMES.map((split) => [split, tally.split(split)])) as CorpusCard['splits'];
  const rows = rowsIn(tally);
  return {
    name,
    rows,
    splits,
    files,
    answers: [
      ...(rows === 0 ? ofNoRows(subject) : ofRows(subject, rows)),
      licence(subject, rows),
      contamination(subject),
      reasons(subject),
      claimedByLogs(subject),
      rewrittenAfterwards(subject, rows),
      ...(subject.changes === undefined ? [] : [whatChanged(subject.changes)]),
    ],
    example: tally.example ?? null,
  };
}

function ofRows({ tally, summary }: CardSubject, rows: number): CardAnswer[] {
  return [
    onlySuccesses(tally, rows),
    verified(tally, rows),
    exactRows(rows),
    promptAtGeneration(tally, rows),
    successDecided(tally),
    probeLimits(tally.agents, summary.versions, QUESTIONS.limits),
  ];
}

/** A statement about every row of an empty set is true but useless. */
function ofNoRows({ claimed, rewritten }: CardSubject): CardAnswer[] {
  const others = [
    ...(rowsIn(claimed) === 0 ? [] : ['claimed']),
    ...(rewritten === undefined || rowsIn(rewritten) === 0 ? [] : ['rewritten']),
  ];
  const answer =
    others.length === 0
      ? 'The release has no rows.'
      : `The release has no rows except ${others.join(' and ')} ones, which are described below.`;
  return Object.values(QUESTIONS).map((question) => ({ question, answer, counts: {} }));
}

/** In the order of the card. */
const QUESTIONS = {
  successes: 'Only successes?',
  verified: 'Verified how?',
  exact: 'Which exact rows?',
  prompt: 'Was this the prompt at generation?',
  decided: 'How was success decided?',
  limits: 'What can probes not see?',
} as const;

function rowsIn(tally: RowTally): number {
  return SPLIT_NAMES.reduce((sum, split) => sum + tally.split(split).rows, 0);
}

function onlySuccesses(tally: RowTally, rows: number): CardAnswer {
  const outcome = tally.counts('outcome');
  const successes = outcome.success ?? 0;
  const answer =
    successes === rows
      ? `Yes: all ${rows} ${forCount(rows, 'row is a success', 'rows are successes')}.`
      : `No: ${successes} of ${rows} ${forCount(rows, 'row')} ${forCount(successes, 'is a success', 'are successes')}; \`outcome.success\` states it for each row.`;
  return { question: QUESTIONS.successes, answer, counts: { outcome } };
}

function verified(tally: RowTally, rows: number): CardAnswer {
  const signed = tally.counts('receipt').signed ?? 0;
  const simulated = tally.counts('policy').simulated ?? 0;
  const answer = [
    `Every row is rebuilt from calls that a gateway recorded in a hash chain while the agent ran, not from the agent's own report. For ${signed} of ${rows} ${forCount(rows, 'row')} the validator's signature over the attempt and its verdict was verified.`,
    '`trains` states what each row can be used for: its text, its text with the outcome, or the exact tokens.',
    simulated === 0
      ? 'No row comes from a simulated model.'
      : `${simulated} of ${rows} rows were written by simulated models: use them to test pipelines, not for training.`,
  ].join(' ');
  const counts = {
    receipts: tally.counts('receipt'),
    trains: tally.counts('trains'),
    models: tally.counts('policy'),
    names: tally.counts('model'),
  };
  return { question: QUESTIONS.verified, answer, counts };
}

function exactRows(rows: number): CardAnswer {
  const answer = `These ${rows}: \`rows.jsonl\` lists each row with its split and the SHA-256 of its line, \`manifest.json\` the SHA-256 of every file. The hash of the manifest identifies the rows that a model was trained on.`;
  return { question: QUESTIONS.exact, answer, counts: {} };
}

function promptAtGeneration(tally: RowTally, rows: number): CardAnswer {
  const fidelity = tally.counts('fidelity');
  const system = tally.counts('system prompt');
  const user = tally.counts('first user message');
  const replaced = (counts: Counts) => rows - (counts['as sent'] ?? 0) - (counts['not stated'] ?? 0);
  const answer = [
    `For ${fidelity['as-seen'] ?? 0} of ${rows} ${forCount(rows, 'row')} (\`as-seen\`) the model saw exactly these messages.`,
    `In ${fidelity.executed ?? 0} (\`executed\`) it wrote its calls in its agent's own notation; the row has the calls as they were executed.`,
    'In the others (`normalised`) it wrote this text and got these results, but saw them in another form.',
    `System prompts and first user messages are the contestants' own, as sent, except those that \`replaced_prompts\` names: in ${replaced(system)} rows our harness's system prompt, because the agent's described another format of calls than the row has, and in ${replaced(user)} rows the bare request instead of the first user message.`,
    'Tool schemas that the model did not get were added by us (`tools_given`), and results at the end that appear in no request were taken from the record (`supplied_results`).',
  ].join(' ');
  const counts = {
    fidelity,
    'system prompt': system,
    'first user message': user,
    schemas: tally.counts('tools'),
    'results supplied': tally.counts('supplied results'),
  };
  return { question: QUESTIONS.prompt, answer, counts };
}

function successDecided(tally: RowTally): CardAnswer {
  const answer =
    'By rules, not by a model: the recommended products are looked up in the market and compared with the request, by the rule set and version in `outcome.rule_set`. The judge grades the reasoning: its grade affects which attempts are kept, not which ones succeeded.';
  const counts = { 'rule sets': tally.counts('rule set'), judges: tally.counts('judge') };
  return { question: QUESTIONS.decided, answer, counts };
}

/** Includes rewritten rows, whose calls are the contestant's, and claimed rows. */
function licence(subject: CardSubject, given: number): CardAnswer {
  const { tally, claimed, rewritten, apart, apartClaimed, apartRewritten, summary } = subject;
  const licences = tally.counts('licence');
  const others = [claimed.counts('licence'), rewritten?.counts('licence') ?? {}];
  const rows = given + others.flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
  const both = (name: string) => [licences, ...others].reduce((sum, counts) => sum + (counts[name] ?? 0), 0);
  const back = [apart, apartClaimed, apartRewritten].reduce((sum, { NO_LICENCE: left = 0 }) => sum + left, 0);
  const kept = both(NO_LICENCE);
  const unstated = both(UNSTATED_LICENCE);
  const withdrawn = summary.deciding.WITHDRAWN ?? 0;
  const stated = 'the licence that its contestant chose, in `licence`.';
  const first =
    rows === 0
      ? 'The release has no rows.'
      : unstated === 0
        ? `Every row has ${stated}`
        : `${unstated} of ${rows} ${forCount(rows, 'row')} ${forCount(unstated, 'has', 'have')} no stated licence (\`${UNSTATED_LICENCE}\`): ask the contestant before sharing them.${unstated === rows ? '' : ` Every other row has ${stated}`}`;
  const answer = [
    first,
    back === 0
      ? ''
      : `${back} ${forCount(back, 'row')} with licence \`${NO_LICENCE}\` ${forCount(back, 'was', 'were')} left out.`,
    withdrawn === 0
      ? ''
      : `${withdrawn} ${forCount(withdrawn, 'attempt')} that passed every other rule of the filter ${forCount(withdrawn, 'was left out because its contestant withdrew it', 'were left out because their contestants withdrew them')}.`,
    kept === 0
      ? ''
      : `${kept} ${forCount(kept, 'row has', 'rows have')} licence \`${NO_LICENCE}\`: the publisher of this release included them and is responsible for that.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
  const held: Counts = nonZero({ [NO_LICENCE]: back, withdrawn });
  return { question: 'Licence and consent?', answer, counts: { licences, 'kept back': held } };
}

function contamination({ audit, apart, withheldChecked }: CardSubject): CardAnswer {
  const unknown = audit.problems - audit.answers_known;
  const compared = [
    unknown === 0
      ? 'The answers of all problems were known, so target products were compared.'
      : `The answers of ${unknown} of ${audit.problems} ${forCount(audit.problems, 'problem')} were not known: these were compared by their words only, not by target products.`,
    audit.shops_checked ? 'Shops were compared.' : 'Shops were NOT compared: no market was given.',
  ];
  const looked = [
    ...(audit.problems === 0 ? [] : compared),
    audit.sealed_checked
      ? `None of ${audit.sealed_problems} sealed problems is in it, as it is, as a variant, or quoted in a prompt.`
      : 'NOT compared with sealed problems: no bank was given.',
    audit.held_out_problems === 0 ? '' : `The same holds for ${audit.held_out_problems} held-out problems.`,
    withheldChecked
      ? ''
      : 'Problems that races may still draw were NOT excluded: no bank was given when attempts were filtered or rewritten.',
    (apart.HIDDEN ?? 0) === 0
      ? ''
      : `${apart.HIDDEN} ${forCount(apart.HIDDEN!, 'row was left out because it quotes', 'rows were left out because they quote')} a hidden problem.`,
    (apart.CROSSING ?? 0) === 0
      ? ''
      : `${apart.CROSSING} ${forCount(apart.CROSSING!, 'row was left out because its problem', 'rows were left out because their problems')} would connect two splits of the previous release.`,
  ];
  const crossing =
    audit.crossings.length + audit.clusters_across.length + audit.shared_products.length + audit.shared_shops.length;
  const first = audit.clean
    ? audit.problems === 0
      ? 'The release has no problems.'
      : `No links between splits, in ${audit.problems} ${forCount(audit.problems, 'problem')} and ${audit.clusters} ${forCount(audit.clusters, 'cluster')}.`
    : `NOT clean: ${crossing} links between splits.`;
  const answer = [first, ...looked].filter((sentence) => sentence !== '').join(' ');
  const { NO_LICENCE: _, ...forIt } = apart;
  return { question: 'Contamination?', answer, counts: { 'rows left out for it': forIt } };
}

function reasons({ summary }: CardSubject): CardAnswer {
  const { rows, kept, claimed, rejected, quarantined } = summary;
  const changed = changedThresholds(summary.config);
  const thresholds = [`thresholds ${summary.config_fingerprint}`, `version ${summary.config.version}`, ...changed].join(
    ', ',
  );
  const counted =
    rejected === 0 ? '' : ' For each reason: how often it was the first that applied, and how often it applied at all.';
  const answer =
    rows === 0
      ? `Nothing: the filter had no input (${thresholds}).`
      : `Of ${rows} attempts the filter kept ${kept}${claimed === 0 ? '' : ` and ${claimed} claimed ones`}, rejected ${rejected} and quarantined ${quarantined} (${thresholds}).${counted}`;
  const counts = {
    'left out by': nonZero(summary.deciding),
    'held in all': nonZero(summary.failing),
    'put aside': nonZero(summary.quarantine),
  };
  return { question: 'What was left out, and why?', answer, counts };
}

function claimedByLogs({ claimed }: CardSubject): CardAnswer {
  const question = 'Does any row come from a log that no gateway recorded?';
  const count = rowsIn(claimed);
  if (count === 0) return { question, answer: 'No.', counts: {} };
  const answer = [
    `Yes, ${count} ${forCount(count, 'row')} in addition to those above, and not counted among them: they are in \`claimed.jsonl\` of each split, \`source\` and \`fidelity\` are \`claimed\` in every one, and \`rows.jsonl\` marks them.`,
    'A log of another program says that a model was sent these messages, made these calls and got these results. No gateway of ours recorded it and no validator signed it. Who decided the calls is only the claim of the log (`agency.verdict` is `claimed`), there is no outcome, and the rows can be used as text only. Other data in the log, such as scores, is in `claimed.said`.',
  ].join(' ');
  const counts = {
    'claimed, in files of their own': Object.fromEntries(
      SPLIT_NAMES.map((split) => [split, claimed.split(split).rows]),
    ),
    'claimed, by log format': claimed.counts('log format'),
    'claimed, by producer': claimed.counts('producer'),
    'licences of claimed rows': claimed.counts('licence'),
  };
  return { question, answer, counts };
}

function rewrittenAfterwards({ rewritten }: CardSubject, rows: number): CardAnswer {
  const question = 'Was any reasoning written afterwards?';
  const count = rewritten === undefined ? 0 : rowsIn(rewritten);
  if (rewritten === undefined || count === 0) {
    const asked = rewritten === undefined ? '' : ' Rewritten rows were requested, but there are none.';
    const said = rows === 0 ? 'No: the release has no rows.' : 'No: all reasoning was written during the attempts.';
    return { question, answer: `${said}${asked}`, counts: {} };
  }
  const bySplit = Object.fromEntries(SPLIT_NAMES.map((split) => [split, rewritten.split(split).rows]));
  const simulated = rewritten.counts('policy').simulated ?? 0;
  const answer = [
    `Yes, in ${count} ${forCount(count, 'row')} in addition to those above, and not counted among them: they are in \`rewritten.jsonl\` of each split, \`source\` is \`rewritten\` in every one, and \`rows.jsonl\` marks them.`,
    'A program made their calls and got their results, which are unchanged; a model wrote the reasoning between them without seeing later steps. A checker model that did not see the call predicted it significantly better with that reasoning than without; `rewritten` names both models and has both scores of every step.',
    'No validator signed the reasoning, so the rows can be used as text only.',
    simulated === 0 ? '' : `In ${simulated} of them the writer was simulated.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
  const counts = {
    'rewritten, in files of their own': bySplit,
    'written by': rewritten.counts('writer'),
    'checked by': rewritten.counts('checker'),
    'licences of rewritten rows': rewritten.counts('licence'),
  };
  return { question, answer, counts };
}

function whatChanged({ previous, rows, problems }: ReleaseChanges): CardAnswer {
  const answer = `Compared with ${previous.name} (manifest ${previous.manifest}): ${rows.added} ${forCount(rows.added, 'row was', 'rows were')} added, ${rows.removed} removed and ${rows.kept} kept; of problems ${problems.added}, ${problems.removed} and ${problems.kept}.${problems.kept === 0 ? '' : ' Every problem of that release, or of an earlier one, is in the same split as before.'}`;
  return { question: 'What changed since the previous release?', answer, counts: { 'rows since': { ...rows } } };
}

function nonZero(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

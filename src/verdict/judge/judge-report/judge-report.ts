import type { Quality } from '../../verdict.ts';
import { ALL_ATTACKS } from '../attacks/all-attacks.ts';
import { readOutsideSet, repositorySets } from '../attacks/outside/outside-sets.ts';
import { GATE_JUDGE_VERSION, judgeByGates } from '../judge-by-gates.ts';
import type { JudgePanel } from '../judge-panel.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';
import { readLabelledAttempts } from '../labelled/labelled-attempt.ts';
import { RecordedPanel } from '../labelled/recorded-panel.ts';
import { RUBRIC_VERSION } from '../panel/rubric.ts';
import { type Agreement, agreementOf } from './agreement.ts';
import { type AttackResults, attackResults, type WorkedAttack } from './attack-results.ts';
import { type OutsideResults, outsideResults } from './outside-results.ts';
import { type Prediction, predictSuccess } from './predict-success.ts';
import { type RankedAgent, rankAgents } from './rank-agents.ts';

/** Among our agents. */
const DECIDED_BY_PROGRAM = new Set(['no_model.py', 'rank_by_model.py', 'extract_and_search.py', 'narrated_loop.py']);

export interface JudgeReport {
  readonly versions: { readonly gates: number; readonly rubric: number };
  readonly judges: readonly string[];
  readonly labelled: { readonly attempts: number; readonly agents: number; readonly models: readonly string[] };
  readonly with_labels: readonly ({ readonly judge: string } & Agreement)[];
  readonly between_judges: readonly ({ readonly left: string; readonly right: string } & Agreement)[];
  readonly attacks: readonly {
    readonly judge: string;
    readonly results: readonly AttackResults[];
    readonly worked: readonly WorkedAttack[];
  }[];
  /** Attempts written without knowledge of the judge: the sets in the repository and a given folder. */
  readonly outside: readonly ({ readonly judge: string; readonly set: string } & OutsideResults)[];
  /** Whether grades predict success, among labelled attempts of one category and given ones of one difficulty. */
  readonly predictions: readonly ({
    readonly judge: string;
    readonly agents: 'all' | 'agentic' | 'given';
  } & Prediction)[];
  /** Agents compared on the same problems with the same model. */
  readonly rankings: readonly {
    readonly judge: string;
    readonly model: string;
    readonly agents: readonly RankedAgent[];
  }[];
}

/** A real attempt with its outcome. */
export interface PlayedAttempt extends JudgedAttempt {
  readonly problem: { readonly id: string; readonly query: string };
  readonly difficulty: string;
  readonly success: boolean;
}

/** What to include in the report besides the sets in the repository. */
export interface ReportOptions {
  /** The recorded answers of a panel if omitted. */
  readonly panel?: ReportedPanel | undefined;
  /** Folder with a set of written attempts. */
  readonly written?: string | undefined;
  readonly played?: readonly PlayedAttempt[] | undefined;
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
}

/** A panel with the names of its models. */
export interface ReportedPanel {
  readonly panel: Pick<JudgePanel, 'hear'>;
  readonly models: readonly string[];
  readonly name?: string;
}

/** Recorded answers of a real model, used if no model is available. */
function recordedPanel(): ReportedPanel | undefined {
  const panel = RecordedPanel.read();
  // Opinions by another rubric are not evidence about this one.
  if (panel.rubric !== RUBRIC_VERSION) return undefined;
  return { panel, models: [panel.model], name: `${panel.model}, recorded` };
}

/** The model that every ranked agent used. */
const RANKED_MODEL = 'house/expert';
const AT_A_TIME = 8;

/**
 * Evaluates the judges: whether they agree with each other and with labels derived from source code, how often attacks
 * succeed, and how they change the ranking.
 */
export async function makeJudgeReport(options: ReportOptions = {}): Promise<JudgeReport> {
  const { panel: reported = recordedPanel(), written, played = [], onProgress = () => {} } = options;
  const attempts = readLabelledAttempts();
  const sets = [...repositorySets(), ...(written === undefined ? [] : readOutsideSet(written, written))];
  const outside = sets.flatMap((each) => each.attempts);
  const all: readonly JudgedAttempt[] = [...attempts, ...ALL_ATTACKS, ...outside, ...played].map((each) =>
    'attempt' in each ? each.attempt : each,
  );
  const firstPlayed = all.length - played.length;
  const grades = await gradeAll(all, reported, onProgress);
  const judges = [...grades.keys()];
  const gradesOf = (judge: string): readonly (Quality | null)[] => grades.get(judge)!;
  const compare = (left: string, right: readonly (Quality | null)[]): Agreement =>
    agreementOf(
      attempts.map(({ problem }, place) => ({
        problem: problem.id,
        left: gradesOf(left)[place] ?? null,
        right: right[place] ?? null,
      })),
    );
  return {
    versions: { gates: GATE_JUDGE_VERSION, rubric: RUBRIC_VERSION },
    judges,
    labelled: {
      attempts: attempts.length,
      agents: new Set(attempts.map(({ agent }) => agent)).size,
      models: [...new Set(attempts.map(({ model }) => model))],
    },
    with_labels: judges.map((judge) => ({
      judge,
      ...compare(
        judge,
        attempts.map(({ label }) => label),
      ),
    })),
    between_judges: judges.flatMap((left, place) =>
      judges.slice(place + 1).map((right) => ({ left, right, ...compare(left, gradesOf(right)) })),
    ),
    attacks: judges.map((judge) => ({ judge, ...attackResults(ALL_ATTACKS, gradesOf(judge).slice(attempts.length)) })),
    outside: judges.flatMap((judge) => {
      let from = attempts.length + ALL_ATTACKS.length;
      return sets.flatMap((each) => {
        const results = outsideResults(each.attempts, gradesOf(judge).slice(from, from + each.attempts.length));
        from += each.attempts.length;
        // A recorded panel has no answers for sets that were added later.
        const isGraded = results.attacks.tries + results.honest.attempts > 0;
        return isGraded ? [{ judge, set: each.set, ...results }] : [];
      });
    }),
    predictions: judges.flatMap((judge) => [
      ...(['all', 'agentic'] as const).map((agents) => ({
        judge,
        agents,
        ...predictSuccess(
          attempts.flatMap(({ agent, problem, success }, place) => {
            if (agents === 'agentic' && !isAgentic(agent)) return [];
            const quality = gradesOf(judge)[place] ?? null;
            return [{ problem: problem.id, difficulty: problem.category, quality, success }];
          }),
        ),
      })),
      ...(played.length === 0
        ? []
        : [{ judge, agents: 'given' as const, ...predictPlayed(played, gradesOf(judge).slice(firstPlayed)) }]),
    ]),
    rankings: judges.map((judge) => ({
      judge,
      model: RANKED_MODEL,
      agents: rankAgents(
        attempts
          .map(({ agent, model, success }, place) => ({
            agent,
            model,
            success,
            quality: gradesOf(judge)[place] ?? null,
          }))
          .filter(({ model }) => model === RANKED_MODEL),
      ),
    })),
  };
}

function predictPlayed(played: readonly PlayedAttempt[], grades: readonly (Quality | null)[]): Prediction {
  return predictSuccess(
    played.map(({ problem, difficulty, success }, place) => ({
      problem: problem.id,
      difficulty,
      quality: grades[place] ?? null,
      success,
    })),
  );
}

/** Maps each judge to its grades, in the order of the attempts. Models of a larger panel are also listed singly. */
async function gradeAll(
  attempts: readonly JudgedAttempt[],
  reported: ReportedPanel | undefined,
  onProgress: (done: number, of: number) => void,
): Promise<ReadonlyMap<string, readonly (Quality | null)[]>> {
  const grades = new Map<string, (Quality | null)[]>([
    ['gates', attempts.map((attempt) => judgeByGates(attempt).quality)],
  ]);
  if (reported === undefined) return grades;
  const { panel, models, name: panelName = 'panel' } = reported;
  const members = models.length > 1 ? models : [];
  for (const name of [panelName, ...members])
    grades.set(
      name,
      attempts.map(() => null),
    );
  for (let from = 0; from < attempts.length; from += AT_A_TIME) {
    const some = attempts.slice(from, from + AT_A_TIME);
    const hearings = await Promise.all(some.map((attempt) => panel.hear(attempt)));
    for (const [offset, { judgement, votes }] of hearings.entries()) {
      grades.get(panelName)![from + offset] = judgement.quality;
      for (const { model, quality } of votes) grades.get(model)?.splice(from + offset, 1, quality);
    }
    onProgress(Math.min(from + AT_A_TIME, attempts.length), attempts.length);
  }
  return grades;
}

/** Whether, according to its source, an agent's model decides what to search for and what to recommend. */
function isAgentic(agent: string): boolean {
  return !DECIDED_BY_PROGRAM.has(agent);
}

import type { Quality } from '../../verdict.ts';
import { ALL_ATTACKS } from '../attacks/all-attacks.ts';
import { GATE_JUDGE_VERSION, judgeByGates } from '../judge-by-gates.ts';
import type { JudgePanel } from '../judge-panel.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';
import { readLabelledAttempts } from '../labelled/labelled-attempt.ts';
import { RUBRIC_VERSION } from '../panel/rubric.ts';
import { type Agreement, agreementOf } from './agreement.ts';
import { type AttackResults, attackResults, type WorkedAttack } from './attack-results.ts';
import { type RankedAgent, rankAgents } from './rank-agents.ts';

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
  /** Agents on the same problems with the same model. */
  readonly rankings: readonly {
    readonly judge: string;
    readonly model: string;
    readonly agents: readonly RankedAgent[];
  }[];
}

/** A panel and what to call its members. */
export interface ReportedPanel {
  readonly panel: Pick<JudgePanel, 'hear'>;
  readonly models: readonly string[];
}

/** The model with which every agent was tried. */
const RANKED_MODEL = 'house/expert';
const AT_A_TIME = 8;

/**
 * What judges are worth: whether they agree with each other and with labels made from source code, how often they are
 * fooled, and what they do to the ranking.
 */
export async function makeJudgeReport(
  reported: ReportedPanel | undefined,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<JudgeReport> {
  const attempts = readLabelledAttempts();
  const all: readonly JudgedAttempt[] = [...attempts, ...ALL_ATTACKS.map(({ attempt }) => attempt)];
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

/** Judge to its grades, in the order of the attempts. Members of a panel of several also count for themselves. */
async function gradeAll(
  attempts: readonly JudgedAttempt[],
  reported: ReportedPanel | undefined,
  onProgress: (done: number, of: number) => void,
): Promise<ReadonlyMap<string, readonly (Quality | null)[]>> {
  const grades = new Map<string, (Quality | null)[]>([
    ['gates', attempts.map((attempt) => judgeByGates(attempt).quality)],
  ]);
  if (reported === undefined) return grades;
  const { panel, models } = reported;
  const members = models.length > 1 ? models : [];
  for (const name of ['panel', ...members])
    grades.set(
      name,
      attempts.map(() => null),
    );
  for (let from = 0; from < attempts.length; from += AT_A_TIME) {
    const some = attempts.slice(from, from + AT_A_TIME);
    const hearings = await Promise.all(some.map((attempt) => panel.hear(attempt)));
    for (const [offset, { judgement, votes }] of hearings.entries()) {
      grades.get('panel')![from + offset] = judgement.quality;
      for (const { model, quality } of votes) grades.get(model)?.splice(from + offset, 1, quality);
    }
    onProgress(Math.min(from + AT_A_TIME, attempts.length), attempts.length);
  }
  return grades;
}

import { z } from 'zod';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import type { SandboxLimits, SandboxOutcome } from '../sandbox.ts';
import type { ExpectedAnswer } from './attack.ts';

const MAX_DEPTH = 64;
const MAX_NODES = 50_000;

const finding = z.object({ escaped: z.boolean(), what: z.string() });

/** What an agent reports that it tried. Reported successes are believed; reported failures prove nothing. */
type Finding = z.infer<typeof finding>;

export interface AgentAnswer {
  readonly kind: Exclude<ExpectedAnswer, 'any'>;
  readonly findings: readonly Finding[];
  /** Why the answer is rejected. */
  readonly reason: string;
}

const answered = z.strictObject({ answer: z.array(z.unknown()) });
const failed = z.object({ failure: z.object({ stage: z.string(), type: z.string(), message: z.string() }) });

/** Parses the answer as hostile input. */
export function readAnswer(outcome: SandboxOutcome, limits: SandboxLimits): AgentAnswer {
  const printed = [...linesOf(outcome.standardOutput), ...linesOf(outcome.standardError)];
  const bounds = { maxBytes: limits.answerBytes, maxDepth: MAX_DEPTH, maxNodes: MAX_NODES };
  const json = parseBoundedJson(outcome.answer, bounds);
  if (!json.ok) return { kind: 'refused', findings: printed, reason: json.reason };
  const failure = failed.safeParse(json.value);
  if (failure.success) {
    const { stage, type, message } = failure.data.failure;
    return { kind: 'refused', findings: printed, reason: `${type} at "${stage}": ${message}` };
  }
  const answer = answered.safeParse(json.value);
  if (!answer.success) return { kind: 'refused', findings: printed, reason: 'it is not an answer' };
  const report = z.array(finding).min(1).safeParse(answer.data.answer);
  if (!report.success) return { kind: 'accepted', findings: printed, reason: 'it is not a report' };
  return { kind: 'report', findings: [...printed, ...report.data], reason: '' };
}

/** An attack that expects to be killed prints its results as it runs. */
function linesOf(output: Uint8Array): Finding[] {
  const lines = Buffer.from(output).toString('utf8').split('\n');
  return lines
    .filter((line) => line.startsWith('{"escaped"'))
    .flatMap((line) => {
      const json = parseBoundedJson(line, { maxBytes: 4_096, maxDepth: 2, maxNodes: 10 });
      const parsed = finding.safeParse(json.ok ? json.value : undefined);
      return parsed.success ? [parsed.data] : [];
    });
}

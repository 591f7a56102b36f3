import type { ToolCall } from '../../chat/schema.ts';
import { SEVEN_TOOLS } from '../../tools/shopping-tools.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { Agency, ClaimedAgency } from '../agency/agency.ts';
import type { AttemptProfile } from '../agency/attempt-profile.ts';
import type { ClaimedMark } from '../logs/claimed-conversation.ts';
import type { Rebuilt } from '../trajectory/rebuild-trajectory.ts';
import type { Trajectory } from '../trajectory/trajectory.ts';

/** Who decided: the models that answered in an attempt, as the gateway recorded them and not as they were offered. */
export interface Policy {
  /** The model; several are joined with " + ". Empty where no model answered or its name is unknown. */
  readonly name: string;
  /** Whether any of the answers was simulated. */
  readonly simulated: boolean;
  readonly models: readonly {
    readonly name: string;
    /** The endpoint did not say; this is the one that was asked for. */
    readonly unnamed?: true;
    readonly endpoint: string;
    readonly simulated: boolean;
    readonly completions: number;
  }[];
}

/** What is known of an attempt, whatever form it came in. */
export interface AttemptFacts {
  readonly attempt_id: string;
  /** What its models said was changed on the way to the agent, so that it shows who decides and teaches nothing else. */
  readonly isProbe?: boolean;
  readonly run_id: string | null;
  readonly problem_id: string;
  /** SHA-256 of the agent's source. */
  readonly agent: string;
  readonly validator: string | null;
  readonly policy: Policy;
  readonly fault: string | null;
  /** Set for what a log tells and no gateway recorded. */
  readonly claimed?: ClaimedMark;
  /** As the log states it; attempts themselves do not hold one. */
  readonly licence?: string | null;
}

/** An attempt, read as far as rules need it. */
export interface AttemptReading {
  readonly facts: AttemptFacts;
  readonly verdict: Verdict | null;
  readonly rebuilt: Rebuilt;
  readonly agency: Agency | ClaimedAgency;
  readonly profile: AttemptProfile;
  /** Whether some recorded result showed the product. */
  hasSeen(id: string): boolean;
}

/** What a gateway recorded, which can be more than claimed. */
export interface RecordedReading extends AttemptReading {
  readonly agency: Agency;
}

export function trajectoryOf({ rebuilt }: AttemptReading): Trajectory | undefined {
  return rebuilt.ok ? rebuilt.trajectory : undefined;
}

/** The tool calls of a trajectory in order. */
export function callsOf(trajectory: Trajectory): readonly ToolCall[] {
  return trajectory.messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
}

const SHOP_TOOLS = SEVEN_TOOLS.map(({ name }) => name);

/** Rules about recommendations are for those who shop. Logs may be about anything, and then have none of our tools. */
export function isShopping({ facts }: Pick<AttemptReading, 'facts'>, trajectory: Trajectory): boolean {
  if (facts.claimed === undefined) return true;
  const called = callsOf(trajectory).map((call) => call.function.name);
  return SHOP_TOOLS.some(
    (name) => called.includes(name) || (trajectory.tools_given && trajectory.tools.includes(`"${name}"`)),
  );
}

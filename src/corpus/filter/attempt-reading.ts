import type { ToolCall } from '../../chat/schema.ts';
import { SEVEN_TOOLS } from '../../tools/shopping-tools.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { Agency, ClaimedAgency } from '../agency/agency.ts';
import type { AttemptProfile } from '../agency/attempt-profile.ts';
import type { ClaimedMark } from '../logs/claimed-conversation.ts';
import type { Rebuilt } from '../trajectory/rebuild-trajectory.ts';
import type { Trajectory } from '../trajectory/trajectory.ts';

/** The models that answered in an attempt, as recorded by the gateway rather than as configured. */
export interface Policy {
  /** The model; several are joined with " + ". Empty if no model answered or its name is unknown. */
  readonly name: string;
  /** Whether any of the answers was simulated. */
  readonly simulated: boolean;
  readonly models: readonly {
    readonly name: string;
    /** The endpoint did not report the model; this is the requested name. */
    readonly unnamed?: true;
    readonly endpoint: string;
    readonly simulated: boolean;
    readonly completions: number;
  }[];
}

/** The facts about an attempt, independent of its input format. */
export interface AttemptFacts {
  readonly attempt_id: string;
  /**
   * Whether the answers of its models were changed on the way to the agent. Such an attempt shows who decides and
   * cannot be trained on.
   */
  readonly isProbe?: boolean;
  readonly run_id: string | null;
  readonly problem_id: string;
  /** SHA-256 of the agent's source. */
  readonly agent: string;
  readonly validator: string | null;
  readonly policy: Policy;
  readonly fault: string | null;
  /** Set for data from a log that no gateway recorded. */
  readonly claimed?: ClaimedMark;
  /** The licence stated in the log. Attempts themselves do not contain one. */
  readonly licence?: string | null;
}

/** An attempt, parsed as far as the rules need it. */
export interface AttemptReading {
  readonly facts: AttemptFacts;
  readonly verdict: Verdict | null;
  readonly rebuilt: Rebuilt;
  readonly agency: Agency | ClaimedAgency;
  readonly profile: AttemptProfile;
  /** Whether any recorded result showed the product. */
  hasSeen(id: string): boolean;
}

/** An attempt recorded by a gateway, whose agency can be better than `claimed`. */
export interface RecordedReading extends AttemptReading {
  readonly agency: Agency;
}

export function trajectoryOf({ rebuilt }: AttemptReading): Trajectory | undefined {
  return rebuilt.ok ? rebuilt.trajectory : undefined;
}

/** The tool calls of a trajectory, in order. */
export function callsOf(trajectory: Trajectory): readonly ToolCall[] {
  return trajectory.messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
}

const SHOP_TOOLS = SEVEN_TOOLS.map(({ name }) => name);

/** Rules about recommendations apply only to shopping. Logs may be about anything and then have none of our tools. */
export function isShopping({ facts }: Pick<AttemptReading, 'facts'>, trajectory: Trajectory): boolean {
  if (facts.claimed === undefined) return true;
  const called = callsOf(trajectory).map((call) => call.function.name);
  return SHOP_TOOLS.some(
    (name) => called.includes(name) || (trajectory.tools_given && trajectory.tools.includes(`"${name}"`)),
  );
}

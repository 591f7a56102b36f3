import type { ToolCall } from '../../chat/schema.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { Agency } from '../agency/agency.ts';
import type { AttemptProfile } from '../agency/attempt-profile.ts';
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
}

/** An attempt, read as far as rules need it. */
export interface AttemptReading {
  readonly facts: AttemptFacts;
  readonly verdict: Verdict | null;
  readonly rebuilt: Rebuilt;
  readonly agency: Agency;
  readonly profile: AttemptProfile;
  /** Whether some recorded result showed the product. */
  hasSeen(id: string): boolean;
}

export function trajectoryOf({ rebuilt }: AttemptReading): Trajectory | undefined {
  return rebuilt.ok ? rebuilt.trajectory : undefined;
}

/** The tool calls of a trajectory in order. */
export function callsOf(trajectory: Trajectory): readonly ToolCall[] {
  return trajectory.messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
}

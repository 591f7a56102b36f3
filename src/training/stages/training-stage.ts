import type { z } from 'zod';
import type { HarnessServer } from '../harness-server/start-harness-server.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import type { Stage, Start } from '../recipe/stage.ts';
import type { Trace } from '../rows/trace.ts';
import type { StageConfigInputs } from '../run/stage-config.ts';
import type { PreparedRows } from '../run/stage-rows.ts';
import type { TrainerSession } from '../run/trainer-session.ts';
import type { TrainingContext } from '../run/training-context.ts';

/** Everything that differs between training stages. The name of a stage is its key in `STAGE_TABLE`. */
export interface TrainingStage<Settings extends z.core.$ZodShape = z.core.$ZodShape> {
  /** Its part of the recipe, in addition to the common fields (start, optimiser, length, deadline). */
  readonly settings: Settings;
  /** A contradiction between fields that are valid one by one, as `field: reason`. */
  readonly flaw?: (recipe: Recipe) => string | null;
  /** Stages whose rows, samples or model it uses, in addition to its start. */
  readonly needs: readonly Stage[];
  /** Sources of the conversations in its rows. Rows repeated from an earlier stage do not count. */
  readonly sources: (recipe: Recipe) => readonly Trace['source'][];
  /** Creates its rows, after playing the episodes they need. */
  readonly rows: (context: TrainingContext, session: Pick<TrainerSession, 'student'>) => Promise<PreparedRows>;
  /** Fields of the trainer's config that no other stage has. The Python side of the stage declares the same fields. */
  readonly trainerSettings?: (recipe: Recipe, circumstances: StageConfigInputs) => Readonly<Record<string, unknown>>;
  /** Opens the harness for a trainer with rollouts; closed when training ends. */
  readonly openHarness?: (context: TrainingContext) => Promise<HarnessServer>;
  /** The model it is compared with in the report. */
  readonly comparedWith: (recipe: Recipe) => Start;
  /** How its rows are exported for verl; `null` if verl has no trainer for them. */
  readonly verl: 'conversations' | 'states' | null;
}

import type { z } from 'zod';
import type { HarnessServer } from '../harness-server/start-harness-server.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import type { Stage, Start } from '../recipe/stage.ts';
import type { Trace } from '../rows/trace.ts';
import type { StageConfigInputs } from '../run/stage-config.ts';
import type { PreparedRows } from '../run/stage-rows.ts';
import type { TrainerSession } from '../run/trainer-session.ts';
import type { TrainingContext } from '../run/training-context.ts';

/** Everything that tells one training stage from another. Its name is its key in `STAGE_TABLE`. */
export interface TrainingStage<Settings extends z.core.$ZodShape = z.core.$ZodShape> {
  /** Its part of the recipe, beside the fields that every stage has (start, optimiser, length, deadline). */
  readonly settings: Settings;
  /** A contradiction between fields that are valid one by one, as `field: reason`. */
  readonly flaw?: (recipe: Recipe) => string | null;
  /** Stages whose rows, samples or model it uses, beside its start. */
  readonly needs: readonly Stage[];
  /** Where the conversations behind its rows come from. Rows repeated from an earlier stage do not count. */
  readonly sources: (recipe: Recipe) => readonly Trace['source'][];
  /** Makes its rows. Plays the episodes they need first. */
  readonly rows: (context: TrainingContext, session: Pick<TrainerSession, 'student'>) => Promise<PreparedRows>;
  /** Fields of the trainer's config that no other stage has. The Python side of the stage declares the same ones. */
  readonly trainerSettings?: (recipe: Recipe, circumstances: StageConfigInputs) => Readonly<Record<string, unknown>>;
  /** Opens the harness for a trainer that rolls out; it is closed when training ends. */
  readonly openHarness?: (context: TrainingContext) => Promise<HarnessServer>;
  /** The model it is compared with in the report. */
  readonly comparedWith: (recipe: Recipe) => Start;
  /** How its rows are exported for verl; `null` where verl has no trainer for them. */
  readonly verl: 'conversations' | 'states' | null;
}

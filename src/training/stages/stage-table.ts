import { grpo } from './grpo.ts';
import { kto } from './kto.ts';
import { rejection } from './rejection.ts';
import { sft } from './sft.ts';
import { teacher } from './teacher.ts';

/** All training stages by name, in training order. `python/trainer/stages/table.py` has the same names. */
export const STAGE_TABLE = { sft, rejection, teacher, kto, grpo };

import type { Recipe } from '../recipe/recipe-schema.ts';

/** Flags of verl 0.9 for the same training as ours: SFT on whole conversations, then Dr. GRPO on teacher states. */
export function verlScript(recipe: Recipe): string {
  const { sft, grpo } = recipe.stages;
  const { loss } = grpo;
  const longest = recipe.context - loss.most_new_tokens;
  return `#!/usr/bin/env bash
# Supervised fine-tuning, then Dr. GRPO with the step reward of \`assay train harness\`.
#   MODEL=Qwen/Qwen3-4B-Instruct-2507 ASSAY_REWARD_URL=http://127.0.0.1:8700 ASSAY_REWARD_TOKEN=… bash run.sh [sft|grpo]
# Written for verl 0.9 from its sources; it was not run where it was made.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
model=${shellWord(recipe.model.folder ?? 'Qwen/Qwen3-4B-Instruct-2507')}
model="\${MODEL:-$model}"
gpus="\${GPUS:-1}"

# Hydra reads values by a grammar of its own, in which only a quoted text may hold anything.
quoted() { local mark="'"; printf "'%s'" "\${1//$mark/\\\\$mark}"; }

if [ "\${1:-sft}" = sft ]; then
  torchrun --standalone --nproc_per_node="$gpus" -m verl.trainer.sft_trainer \\
    data.train_files="$(quoted "$here/sft.parquet")" \\
    data.val_files="$(quoted "$here/sft.parquet")" \\
    data.messages_key=messages \\
    data.max_length=${recipe.context} \\
    data.truncation=error \\
    data.train_batch_size=${Math.max(1, Math.round(sft.length.tokens_per_step / recipe.context))} \\
    optim.lr=${sft.optimiser.learning_rate} \\
    optim.lr_warmup_steps_ratio=${sft.optimiser.warmup_share} \\
    optim.clip_grad=${sft.optimiser.clip} \\
    model.path="$(quoted "$model")" \\
    trainer.total_epochs=${sft.length.epochs} \\
    trainer.project_name=assay trainer.experiment_name=${shellWord(`${recipe.name}-sft`)}
  exit
fi

# Advantages without the deviation of the group, sums divided by a constant: with loss_scale_factor unset it would be the
# longest answer of each batch.
python -m verl.trainer.main_ppo \\
  algorithm.adv_estimator=grpo \\
  algorithm.norm_adv_by_std_in_grpo=False \\
  actor_rollout_ref.actor.loss_agg_mode=seq-mean-token-sum-norm \\
  actor_rollout_ref.actor.loss_scale_factor=${loss.length_normaliser} \\
  actor_rollout_ref.actor.use_kl_loss=False \\
  algorithm.use_kl_in_reward=False \\
  actor_rollout_ref.actor.clip_ratio=${loss.clip} \\
  actor_rollout_ref.actor.optim.lr=${grpo.optimiser.learning_rate} \\
  actor_rollout_ref.actor.grad_clip=${grpo.optimiser.clip} \\
  actor_rollout_ref.actor.ppo_mini_batch_size=${loss.states_per_step} \\
  actor_rollout_ref.model.path="$(quoted "$model")" \\
  actor_rollout_ref.rollout.name=vllm \\
  actor_rollout_ref.rollout.n=${loss.group} \\
  actor_rollout_ref.rollout.temperature=${loss.temperature} \\
  actor_rollout_ref.rollout.top_p=1.0 \\
  data.train_files="$(quoted "$here/states.jsonl")" \\
  data.val_files="$(quoted "$here/states.jsonl")" \\
  data.prompt_key=prompt \\
  data.train_batch_size=${loss.states_per_step} \\
  data.max_prompt_length=${longest} \\
  data.max_response_length=${loss.most_new_tokens} \\
  data.truncation=error \\
  custom_reward_function.path="$(quoted "$here/reward_function.py")" \\
  custom_reward_function.name=compute_score \\
  trainer.n_gpus_per_node="$gpus" trainer.nnodes=1 \\
  trainer.total_training_steps=${loss.teacher_state_steps + loss.rollout_steps} \\
  trainer.project_name=assay trainer.experiment_name=${shellWord(`${recipe.name}-grpo`)}
`;
}

/** Quotes a text as one word of a shell script. Nothing is expanded between single quotes. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

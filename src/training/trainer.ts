/** The Python trainer as a process. */
export { runTrainer } from './trainer/run-trainer.ts';
export { isStep, type StepEvent } from './trainer/trainer-event.ts';
export { trainerHome, trainerPython } from './trainer/trainer-home.ts';

/** The Python trainer as a process. */
export { downloadWheel } from './trainer/download-wheel.ts';
export { runTrainer } from './trainer/run-trainer.ts';
export { isStep, type StepEvent } from './trainer/trainer-event.ts';
export { trainerHome, trainerPython } from './trainer/trainer-home.ts';

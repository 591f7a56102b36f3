import type { Start } from '../../training/recipe.ts';
import type { RunEvent, TrainingActivity } from '../../training/run.ts';
import { isStep, type StepEvent } from '../../training/trainer.ts';
import type { Terminal } from '../output/terminal.ts';
import { sparkline } from './sparkline.ts';

const SAYINGS: Readonly<Record<TrainingActivity, string>> = {
  rows: 'choosing rows',
  samples: 'sampling train problems',
  student: 'finding problems that the student fails',
  teacher: 'sampling the teacher',
  model: 'making a tiny model',
  train: 'training',
  evaluation: 'measuring on the dev suite',
};

const WIDTH = 40;
const REDRAW_MILLISECONDS = 100;

/** Shows a person what a run does: a line for each step, and on a terminal a growing curve. */
export class TrainingDisplay {
  readonly #terminal: Terminal;
  readonly #stream: NodeJS.WriteStream;
  #curve: number[] = [];
  #last: StepEvent | undefined;
  #drawn = 0;

  constructor(terminal: Terminal, stream: NodeJS.WriteStream = process.stderr) {
    this.#terminal = terminal;
    this.#stream = stream;
  }

  show(event: RunEvent): void {
    switch (event.event) {
      case 'begin':
        this.#line(event.stage, `${SAYINGS[event.doing]} …`);
        this.#curve = [];
        this.#last = undefined;
        return;
      case 'kept':
        this.#line(event.stage, `${SAYINGS[event.doing]}: already done`);
        return;
      case 'progress':
        this.#terminal.progress.update(`${event.stage} episodes`, event.done, event.of);
        return;
      case 'rows':
        this.#line(event.stage, `${event.rows} rows`);
        return;
      case 'trainer':
        if (isStep(event.said)) this.#step(event.stage, event.said);
        else if (event.said.event === 'done') this.#trained(event.stage);
        else if (event.said.event === 'stopped') this.#line(event.stage, `stopped early: ${String(event.said.reason)}`);
        return;
      case 'measured':
        if (event.pass_at_1 !== null)
          this.#line(event.stage, `pass@1 ${(100 * event.pass_at_1).toFixed(1)} % at temperature ${event.temperature}`);
        if (!event.complete)
          this.#line(event.stage, 'not all episodes are measured; run the same command again to resume');
        return;
      case 'skipped':
        this.#line(event.stage, `not run: ${event.why}`);
    }
  }

  #step(stage: Start, step: StepEvent): void {
    const value = step.reward ?? step.loss;
    if (value !== null) this.#curve.push(value);
    this.#last = step;
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#drawn < REDRAW_MILLISECONDS) return;
    this.#drawn = now;
    this.#stream.write(`\r\u001b[K${stage.padEnd(10)} ${this.#told(step)}`);
  }

  #trained(stage: Start): void {
    if (this.#last !== undefined) this.#line(stage, this.#told(this.#last));
  }

  #told(step: StepEvent): string {
    const what = step.reward == null ? 'loss' : 'reward';
    const numbers = `${what} ${print(this.#curve[0])} → ${print(this.#curve.at(-1))}`;
    const kl = step.kl == null ? '' : `, KL ${print(step.kl)}`;
    const speed = `${Math.round(step.tokens_per_second).toLocaleString('en')} tokens/s`;
    return `step ${step.step} of ${step.steps}, ${numbers}${kl} ${sparkline(this.#curve, WIDTH)} ${speed}`;
  }

  #line(stage: Start, text: string): void {
    this.#terminal.progress.done();
    this.#terminal.print(`${stage.padEnd(10)} ${text}`);
  }
}

function print(value: number | undefined): string {
  return value === undefined ? '?' : value.toPrecision(3);
}

import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { contentText } from '../../../chat/content-text.ts';
import type { ChatRequest } from '../../../chat/schema.ts';
import { Fault } from '../../../fault/fault.ts';
import type { ChatAnswer, Inference } from '../../../inference/inference.ts';
import { ownField } from '../../../json/json-object.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { sha256 } from '../../../store/sha256.ts';
import { JudgePanel, type PanelJudgement } from '../judge-panel.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';

const headSchema = z.object({ model: z.string(), rubric: z.int(), recorded: z.iso.date() });
const answerSchema = z.object({ key: z.string(), answers: z.array(z.string()).min(1) });

/** The first line names the model. Every other line has the answers about one attempt: an answer and its repair. */
const FILE = new URL('./panel-answers.jsonl.br', import.meta.url);

/**
 * A panel of one real model with its recorded answers about the sets in this repository. It makes such a judge's
 * results reproducible where no model is available.
 */
export class RecordedPanel {
  readonly model: string;
  readonly rubric: number;
  readonly recorded: string;
  readonly #answers: ReadonlyMap<string, readonly string[]>;

  private constructor({ model, rubric, recorded }: z.infer<typeof headSchema>, answers: Map<string, string[]>) {
    this.model = model;
    this.rubric = rubric;
    this.recorded = recorded;
    this.#answers = answers;
  }

  static read(): RecordedPanel {
    const [head, ...lines] = brotliDecompressSync(readFileSync(FILE))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map(jsonOf);
    const answers = lines.map((line) => answerSchema.parse(line));
    return new RecordedPanel(headSchema.parse(head), new Map(answers.map((each) => [each.key, each.answers])));
  }

  /** Uses a new panel for each attempt, so that an unreadable answer does not exclude the model from the others. */
  async hear(attempt: JudgedAttempt): Promise<PanelJudgement> {
    const inference: Inference = {
      chat: async (request) => this.#answer(request),
      models: async () => [this.model],
    };
    return await new JudgePanel({ inference, models: [this.model], tries: 1 }).hear(attempt);
  }

  #answer({ messages }: ChatRequest): ChatAnswer {
    const text = contentText(ownField(messages[1], 'content'));
    const said = this.#answers.get(attemptKey(text))?.[messages.length > 2 ? 1 : 0];
    if (said === undefined)
      throw new Fault('INFERENCE_FAILED', { message: 'The recorded panel has no judgement of this attempt.' });
    return {
      status: 200,
      body: JSON.stringify({ choices: [{ message: { role: 'assistant', content: said } }] }),
      usage: null,
      answeredBy: { model: this.model, endpoint: 'recorded', simulated: false },
    };
  }
}

/** Key of a question to a judge, without the mark, which is new each time. */
export function attemptKey(text: string): string {
  const mark = /^\[([^\]]*)\]/.exec(text)?.[1] ?? '';
  const described = text.slice(0, text.lastIndexOf('\n\n'));
  return sha256(Buffer.from(mark === '' ? described : described.replaceAll(`[${mark}]`, '[]')));
}

function jsonOf(line: string): unknown {
  const json = parseJson(line);
  return json.ok ? json.value : undefined;
}

import { createInterface, type Interface } from 'node:readline/promises';
import { Fault } from '../../fault/fault.ts';

export interface Choice<Name extends string> {
  readonly name: Name;
  readonly meaning: string;
}

/**
 * Asks the person at a terminal. An empty answer takes the default; after an invalid answer the question is repeated.
 */
export class Questions {
  readonly #lines: Interface;
  readonly #output: NodeJS.WritableStream;
  readonly #ended = new AbortController();

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#lines = createInterface({ input, output });
    this.#output = output;
    this.#lines.once('close', () => this.#ended.abort());
  }

  /** @param refusal Returns what is wrong with an answer; `undefined` if it is valid. */
  async text(question: string, usual: string | undefined, refusal: (answer: string) => string | undefined) {
    for (;;) {
      const answer = (await this.#answer(`${question}${usual === undefined ? '' : ` [${usual}]`}: `)) || usual;
      const wrong = answer === undefined ? 'An answer is needed.' : refusal(answer);
      if (wrong === undefined) return answer!;
      this.#output.write(`  ${wrong}\n`);
    }
  }

  async choice<Name extends string>(question: string, choices: readonly Choice<Name>[], usual: Name): Promise<Name> {
    const width = Math.max(...choices.map(({ name }) => name.length));
    this.#output.write(`${question}\n`);
    for (const { name, meaning } of choices) this.#output.write(`  ${name.padEnd(width)}  ${meaning}\n`);
    const names = choices.map(({ name }) => name);
    const answer = await this.text('  Choose', usual, (given) =>
      names.includes(given as Name) ? undefined : `It must be one of ${names.join(', ')}.`,
    );
    return answer as Name;
  }

  close(): void {
    this.#lines.close();
  }

  async #answer(question: string): Promise<string> {
    try {
      return (await this.#lines.question(question, { signal: this.#ended.signal })).trim();
    } catch (error) {
      if (!this.#ended.signal.aborted) throw error;
      throw new Fault('USAGE', { message: 'Interrupted; nothing was set up.', cause: error });
    }
  }
}

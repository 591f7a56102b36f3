import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { DEFAULT_LIMITS, type Sandbox, type SandboxLimits, type SandboxOutcome } from '../../sandbox/sandbox.ts';
import { type FactsReader, READING_LIMITS, type ReadOutcome } from './facts-reader.ts';
import { readReport } from './read-report.ts';
import { READER_PATH, RESOLVED_MODULES } from './reader-path.ts';

const LIMITS: SandboxLimits = {
  ...DEFAULT_LIMITS,
  ...READING_LIMITS,
  processes: 64,
  scratchBytes: 1024 ** 2,
  outputBytes: 64 * 1024,
};

/**
 * Reads files in the sandbox that agents run in: our program is the agent, and the contestant's file is data in its
 * problem. A file that crashes Python, or takes it over, gains only an empty sandbox.
 */
export class SandboxFactsReader implements FactsReader {
  readonly #sandbox: Sandbox;
  readonly #program = readFileSync(READER_PATH);

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  async read(source: Uint8Array): Promise<ReadOutcome> {
    const folder = mkdtempSync(join(tmpdir(), 'reading-'));
    const gatewaySocket = join(folder, 'closed.sock');
    // The sandbox needs a gateway socket; this one refuses every request.
    const gateway = createServer((connection) => connection.destroy());
    try {
      await once(gateway.listen(gatewaySocket), 'listening');
      const query = Buffer.from(source).toString('base64');
      const problem = { problem_id: 'admission', query, resolve: RESOLVED_MODULES };
      return outcomeOf(await this.#sandbox.run({ agentSource: this.#program, problem, limits: LIMITS, gatewaySocket }));
    } finally {
      gateway.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function outcomeOf({ ending, answer }: SandboxOutcome): ReadOutcome {
  switch (ending.kind) {
    case 'finished':
      return readReport(answer);
    case 'crashed':
    case 'out of cpu':
    case 'out of memory':
      return ending;
    case 'answer too large':
    case 'printed too much':
      return { kind: 'unintelligible', reason: ending.kind };
    case 'out of time':
    case 'stopped':
      // Reading waits for nothing, so only an overloaded machine can cause a timeout.
      throw new Fault('SANDBOX_FAILED', {
        message: 'The machine was too busy to parse the file.',
        remedy: 'Try again later.',
      });
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../fault/fault.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Box, findBox } from './box.ts';
import { DOCTOR_LIMITS } from './doctor-limits.ts';
import { RequestRecorder } from './request-recorder.ts';
import { newSecret } from './secret.ts';

/**
 * A harmless agent: it listens, announces itself once, and sleeps. It names importlib so that the largest image is
 * built before attacks are timed.
 */
const AGENT = `
import importlib, json, socket, time, urllib.request

def agent_main(problem):
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind("\\0" + problem["query"])
    listener.listen(8)
    urllib.request.urlopen("http://proxy:80/health").read()
    time.sleep(600)
`;
const LONGEST_DIAGNOSIS_MILLISECONDS = 600_000;
const SETTLING_IN_MILLISECONDS = 20_000;

/** Another agent that runs in a sandbox of the same kind while the attacks run. */
export class ConcurrentAgent {
  readonly secret: string;
  readonly abstract: string;
  readonly box: Box | undefined;
  readonly #recorder: RequestRecorder;
  readonly #stop: AbortController;
  readonly #run: Promise<unknown>;

  private constructor(parts: {
    secret: string;
    abstract: string;
    box: Box | undefined;
    recorder: RequestRecorder;
    stop: AbortController;
    run: Promise<unknown>;
  }) {
    this.secret = parts.secret;
    this.abstract = parts.abstract;
    this.box = parts.box;
    this.#recorder = parts.recorder;
    this.#stop = parts.stop;
    this.#run = parts.run;
  }

  static async moveIn(sandbox: Sandbox): Promise<ConcurrentAgent> {
    const folder = mkdtempSync(join(tmpdir(), 'canary-'));
    const recorder = await RequestRecorder.open(join(folder, 'gateway.sock'));
    const secret = newSecret('neighbour');
    const abstract = `neighbour-${randomBytes(8).toString('hex')}`;
    const stop = new AbortController();
    const arrived = recorder.nextRequest();
    const run = sandbox
      .run({
        agentSource: Buffer.from(`# ${secret}\n${AGENT}`),
        problem: { problem_id: 'neighbour', query: abstract },
        limits: { ...DOCTOR_LIMITS, wallMilliseconds: LONGEST_DIAGNOSIS_MILLISECONDS },
        gatewaySocket: recorder.path,
        environment: { NEIGHBOUR: secret },
        signal: stop.signal,
      })
      .finally(() => {
        recorder.close();
        rmSync(folder, { recursive: true, force: true });
      });
    const box = findBox(secret);
    const late = new AbortController();
    try {
      await Promise.race([
        arrived,
        run.then(({ ending, standardError }) => {
          throw notThere(`it ended as "${ending.kind}": ${Buffer.from(standardError).toString().slice(0, 300)}`);
        }),
        sleep(SETTLING_IN_MILLISECONDS, undefined, { signal: late.signal }).then(() => {
          throw notThere('it never sent a request to its gateway');
        }),
      ]);
    } catch (error) {
      stop.abort();
      throw error;
    } finally {
      late.abort();
    }
    run.catch(() => {});
    return new ConcurrentAgent({ secret, abstract, box, recorder, stop, run });
  }

  /** Requests made in its name by another agent. */
  get visits(): number {
    return this.#recorder.requests.length - 1;
  }

  async moveOut(): Promise<void> {
    this.#stop.abort();
    await this.#run.catch(() => {});
  }
}

function notThere(reason: string): Fault {
  return new Fault('SANDBOX_FAILED', { message: `A harmless agent cannot run in this sandbox: ${reason}` });
}

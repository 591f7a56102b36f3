import type { z } from 'zod';
import {
  type AgencyReportWire,
  agencyAnswerSchema,
  claimedWorkSchema,
  completedRunSchema,
  leaseSchema,
  marketSchema,
  type ProblemUpdate,
  presignAnswerSchema,
  progressAnswerSchema,
  type RunCompletion,
  runProblemsSchema,
  type WorkReport,
  weightSaltSchema,
} from '../../arena/wire.ts';
import { inferenceModelsSchema } from '../../board/wire.ts';
import type { ArenaClient, ArenaRequest } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import type { ModelAlias } from '../../inference/model-alias.ts';
import type { MarketDescription } from '../../market/served-market.ts';

export type ClaimedRun = z.output<typeof claimedWorkSchema>;
export type RunProblem = z.output<typeof runProblemsSchema>['problems'][number];
export type WeightSalt = z.output<typeof weightSaltSchema>;
export type GrantedUpload = z.output<typeof presignAnswerSchema>;
export type CompletedRun = z.output<typeof completedRunSchema>;

export interface WantedUpload {
  readonly runId: string;
  readonly problemId: string;
  readonly contentLength: number;
}

const NOT_FOUND = 404;
export const LOG_TYPE = 'application/gzip';

/** The models an arena allows agents to use. */
export interface ArenaModels {
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly answersAs: Readonly<Record<string, readonly string[]>>;
  /** Other names under which agents may request them. */
  readonly aliases: readonly ModelAlias[];
  /** Whether invalid search parameters are handled as in the reference: ignored, or with an empty result. */
  readonly compat: boolean;
}

/** All requests of a validator to an arena. Nothing here is retried. */
export class ArenaApi {
  readonly #client: ArenaClient;

  constructor(client: ArenaClient) {
    this.#client = client;
  }

  /** `undefined` when there is no work. */
  async claim(report: WorkReport): Promise<ClaimedRun | undefined> {
    const path = '/v1/validator/work/claim';
    return await this.#ask({ method: 'POST', path, body: report, answer: claimedWorkSchema.optional() });
  }

  /** The response to the claim of a run again, for when that response was lost. */
  async resume(runId: string): Promise<ClaimedRun> {
    return await this.#ask({ path: runPath(runId), answer: claimedWorkSchema });
  }

  async heartbeat(runId: string, report: WorkReport): Promise<void> {
    await this.#ask({ method: 'POST', path: `${runPath(runId)}/heartbeat`, body: report, answer: leaseSchema });
  }

  async problems(runId: string): Promise<readonly RunProblem[]> {
    return (await this.#ask({ path: `${runPath(runId)}/problems`, answer: runProblemsSchema })).problems;
  }

  async progress(runId: string, problems: readonly ProblemUpdate[]): Promise<void> {
    const path = `${runPath(runId)}/progress`;
    await this.#ask({ method: 'POST', path, body: { problems }, answer: progressAnswerSchema });
  }

  async reportAgency(runId: string, report: AgencyReportWire): Promise<void> {
    await this.#ask({ method: 'POST', path: `${runPath(runId)}/agency`, body: report, answer: agencyAnswerSchema });
  }

  async presign({ runId, problemId, contentLength }: WantedUpload): Promise<GrantedUpload> {
    const body = {
      eval_run_id: runId,
      problem_id: problemId,
      content_length: contentLength,
      content_type: LOG_TYPE,
    };
    return await this.#ask({
      method: 'POST',
      path: '/v1/validator/uploads/presign',
      body,
      answer: presignAnswerSchema,
    });
  }

  async complete(runId: string, completion: RunCompletion): Promise<CompletedRun> {
    const path = `${runPath(runId)}/complete`;
    return await this.#ask({ method: 'POST', path, body: completion, answer: completedRunSchema });
  }

  async weightSalt(): Promise<WeightSalt> {
    return await this.#ask({ path: '/v1/validator/weight-salt', answer: weightSaltSchema });
  }

  /** The market that the arena's problems were made from; `undefined` if it serves none. */
  async market(): Promise<MarketDescription | undefined> {
    try {
      const { chunk_bytes, ...market } = await this.#ask({ path: '/v1/validator/market', answer: marketSchema });
      return { ...market, chunkBytes: chunk_bytes };
    } catch (error) {
      if (Fault.isInstance(error) && error.extra.status === NOT_FOUND) return undefined;
      throw error;
    }
  }

  /** Bytes of that market, `start` and `end` included. */
  async marketBytes(hash: string, start: number, end: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const path = `/v1/validator/market/${hash}`;
    const headers = { range: `bytes=${start}-${end}` };
    return await this.#client.download({ path, headers, maxBytes: end - start + 1, signal });
  }

  /** Models that agents may use, as configured by the operator. */
  async models(): Promise<ArenaModels> {
    const path = '/v1/public/inference/models';
    const offer = await this.#ask({ path, answer: inferenceModelsSchema, signed: false });
    return {
      models: offer.models,
      simulated: offer.simulated,
      answersAs: Object.fromEntries(offer.details.map(({ id, answers_as }) => [id, answers_as])),
      aliases: Object.entries(offer.aliases).map(([pattern, model]): ModelAlias => ({ pattern, model })),
      compat: offer.search_compat,
    };
  }

  async #ask<Answer extends z.ZodType>(request: ArenaRequest<Answer>): Promise<z.output<Answer>> {
    try {
      return await this.#client.ask({ signed: true, repeatable: false, ...request });
    } catch (error) {
      throw asOutage(error);
    }
  }
}

function runPath(runId: string): string {
  return `/v1/validator/evaluation-runs/${runId}`;
}

/**
 * A full disk at the arena counts as an unreachable arena; with the original code it would be mistaken for a full disk
 * here.
 */
function asOutage(error: unknown): unknown {
  if (!Fault.isInstance(error) || error.code === 'ARENA_BUSY') return error;
  const { status } = error.extra;
  if (typeof status !== 'number' || status < 500) return error;
  return new Fault('ARENA_UNREACHABLE', { message: error.message, extra: error.extra, cause: error });
}

import { type AttemptEvidence, listEvidence } from '../../arena/corpus.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { ConcurrencyLimit } from '../../net/concurrency-limit.ts';
import type { Blobs } from '../../store/blobs.ts';
import type { Reader } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import { quarantine } from '../intake/quarantine.ts';
import type { InputRow, PlannedBatch } from '../pipeline/batch.ts';
import { MAX_ROW_BYTES } from '../pipeline/bounded-lines.ts';
import { WORK_VERSION } from '../pipeline/work-folder.ts';
import type { CorpusProblems } from './problems-for-corpus.ts';

/** Number of files fetched concurrently, because object storage has a high latency. */
const FETCHES = 8;
/** Evidence is compressed to about a tenth. A run with more is read in several batches. */
const BATCH_BYTES = 4 * 1024 ** 2;

export interface EvidenceSource {
  readonly reader: Pick<Reader<ArenaTables>, 'selectFrom'>;
  readonly blobs: Pick<Blobs, 'get'>;
  readonly problems: CorpusProblems;
  readonly config: FilterConfig;
  /** The program that digests and its token counter. Another one may give different results for the same rows. */
  readonly program: string;
  readonly counter: string;
}

/**
 * The arena's evidence, one run or part of a run at a time. The name of a batch is the hash of everything its digests
 * depend on. So a run is read again only if it has new evidence, its version was withdrawn, or one of its problems may
 * now be published.
 */
export async function* evidenceBatches(source: EvidenceSource): AsyncGenerator<PlannedBatch> {
  const { problems, config, program, counter } = source;
  const rules = sha256(canonicalJson([WORK_VERSION, config, program, counter]));
  const fetches = new ConcurrencyLimit(FETCHES);
  for await (const run of listEvidence(source.reader)) {
    for (const evidence of cut(run)) {
      const facts = evidence.map((each) => {
        const standing = namesOf(each, problems).map((id) => [
          id,
          problems.queries.get(id) ?? null,
          problems.withheld.get(id) ?? null,
        ]);
        return { ...each, standing };
      });
      yield {
        name: sha256(canonicalJson([rules, facts])),
        size: evidence.length,
        read: () => Promise.all(evidence.map((each) => fetches.run(() => rowOf(each, source)))),
      };
    }
  }
}

function* cut(run: readonly AttemptEvidence[]): Generator<readonly AttemptEvidence[]> {
  let part: AttemptEvidence[] = [];
  let bytes = 0;
  for (const each of run) {
    part.push(each);
    bytes += each.bytes;
    if (bytes < BATCH_BYTES) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}

function namesOf({ problemId }: AttemptEvidence, { names }: CorpusProblems): readonly string[] {
  return names.get(problemId) ?? [problemId];
}

async function rowOf(evidence: AttemptEvidence, { blobs, problems }: EvidenceSource): Promise<InputRow> {
  const { runId, validator, agentSha256, problemId, bytes, isWithdrawn, distrust } = evidence;
  const place = { file: `runs/${runId}/${problemId}`, line: 1 };
  if (distrust !== null) return { ...place, flaw: quarantine('RUN_NOT_TRUSTED', distrust) };
  if (bytes > MAX_ROW_BYTES) return { ...place, flaw: quarantine('ROW_TOO_LARGE', `it has ${bytes} bytes`) };
  const expected = {
    run: runId,
    validator,
    agent: agentSha256,
    problem: namesOf(evidence, problems),
    withdrawn: isWithdrawn,
  };
  try {
    return { ...place, upload: await blobs.get(evidence.sha256, MAX_ROW_BYTES), expected };
  } catch (error) {
    // One lost file must not prevent reading the others. An outage of the storage ends the run.
    if (!Fault.isInstance(error) || error.code !== 'EVIDENCE_CORRUPT') throw error;
    return { ...place, flaw: quarantine('EVIDENCE_MISSING', error.message) };
  }
}

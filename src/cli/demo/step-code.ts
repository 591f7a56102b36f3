import { z } from 'zod';
import { MAX_AGENT_BYTES } from '../../attempt/run.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readBody, readText } from '../../net/read-body.ts';
import { sha256 } from '../../store/sha256.ts';
import { advanceTime } from './advance-time.ts';
import { dayText } from './format-demo.ts';
import type { DemoContest } from './open-demo.ts';
import type { SubmittedContestant } from './submit-contestant.ts';

const MOST_REFUSAL_BYTES = 64 * 1024;
const refusalSchema = z.object({ error_code: z.string() });

/** The winner's code is public from noon of the next weekday; a loser's code is not. */
export async function showCode(contest: DemoContest, winner: string, loser: SubmittedContestant) {
  const { api, output } = contest;
  const { code_available_at } = await api.version(winner);
  await advanceTime(contest, Date.parse(code_available_at!));
  const { agent_name, released_at, code_sha256 } = await api.released(winner);
  const url = api.codeUrl(winner);
  const code = await readBody(await fetch(url), MAX_AGENT_BYTES);
  const isWhole = code.ok && sha256(code.bytes) === code_sha256;
  const refusal = await fetch(api.codeUrl(loser.versionId!));
  const reason = await readText(refusal, MOST_REFUSAL_BYTES);
  const json = reason.ok ? parseJson(reason.text) : undefined;
  const { error_code } = refusalSchema.parse(json?.ok ? json.value : undefined);
  output.tell(
    `${dayText(released_at)}. The code of ${agent_name} is now public${isWhole ? '' : ', but differs from what was submitted'}: ${url}`,
  );
  output.tell(
    `The code of ${loser.contestant.name} stays private (requesting it returns ${refusal.status} ${error_code}).`,
  );
  return {
    winner: { agent_version_id: winner, url, released_at, code_sha256, is_whole: isWhole },
    loser: {
      agent_version_id: loser.versionId,
      url: api.codeUrl(loser.versionId!),
      status: refusal.status,
      error_code,
    },
  };
}

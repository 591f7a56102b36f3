import { z } from 'zod';
import { sha256 } from '../../store/sha256.ts';
import { advanceTime } from './advance-time.ts';
import { dayText } from './format-demo.ts';
import type { DemoContest } from './open-demo.ts';
import type { SubmittedContestant } from './submit-contestant.ts';

const refusalSchema = z.object({ error_code: z.string() });

/** The winner's code is public from noon of the next weekday; a loser's code is not. */
export async function showCode(contest: DemoContest, winner: string, loser: SubmittedContestant) {
  const { api, output } = contest;
  const { code_available_at } = await api.version(winner);
  await advanceTime(contest, Date.parse(code_available_at!));
  const { agent_name, released_at, code_sha256 } = await api.released(winner);
  const url = api.codeUrl(winner);
  const isWhole = sha256(new Uint8Array(await (await fetch(url)).arrayBuffer())) === code_sha256;
  const refusal = await fetch(api.codeUrl(loser.versionId!));
  const { error_code } = refusalSchema.parse(await refusal.json());
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

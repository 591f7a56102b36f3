import type { RowMessage } from '../../chat/schema.ts';
import type { ClaimedConversation, ClaimedTurn } from './claimed-conversation.ts';
import { prefixHashes } from './log-threads.ts';

/** What a call adds to the later calls that repeat its answer. */
interface CallAnswer {
  readonly turn: ClaimedTurn;
  /** The answer as written, if it contains reasoning: histories often omit it. */
  readonly content: string | null;
}

/**
 * Joins the calls of a log in which each line is one call and repeats the whole history. A call belongs to the line with
 * the longest history that begins with its messages; that line is the conversation.
 *
 * Lines may be in any order, and several conversations may be interleaved. A log can be much larger than the memory, so
 * it is read several times: `note` and `connect` each need all lines before the next step.
 */
export class CallChains {
  /** By the hash of all messages of a line. */
  readonly #answers = new Map<string, CallAnswer | null>();
  readonly #continued = new Set<string>();

  note(claim: ClaimedConversation): void {
    if (claim.fault !== null) return;
    const hash = prefixHashes(claim.messages).at(-1) ?? '';
    const place = claim.messages.length - 1;
    const turn = claim.turns.find(({ message }) => message === place);
    const { content } = claim.messages[place] ?? { content: '' };
    const answer = turn === undefined ? null : { turn, content: content.includes('<think>') ? content : null };
    if (!this.#answers.has(hash) || answer !== null) this.#answers.set(hash, answer);
  }

  connect(claim: ClaimedConversation): void {
    if (claim.fault !== null) return;
    for (const hash of prefixHashes(claim.messages).slice(0, -1)) {
      if (this.#answers.has(hash)) this.#continued.add(hash);
    }
  }

  /** Whether any line continues another. */
  get areJoined(): boolean {
    return this.#continued.size > 0;
  }

  /** The conversation that ends with this call; `undefined` if another call continues it. */
  conversation(claim: ClaimedConversation): ClaimedConversation | undefined {
    if (claim.fault !== null) return claim;
    const hashes = prefixHashes(claim.messages);
    if (this.#continued.has(hashes.at(-1) ?? '')) return undefined;
    const answers = hashes.slice(0, -1).map((hash) => this.#answers.get(hash) ?? null);
    const messages = claim.messages.map((message, place): RowMessage => {
      const content = answers[place]?.content;
      return typeof content === 'string' ? { ...message, content } : message;
    });
    const earlier = answers.flatMap((answer, message) => (answer === null ? [] : [{ ...answer.turn, message }]));
    return { ...claim, messages, turns: [...earlier, ...claim.turns] };
  }
}

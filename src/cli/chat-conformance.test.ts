import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecordedCall } from '../../web/src/pages/attempt/recorded-call.ts';
import { readCalls } from '../agency/follow.ts';
import { changedExactly } from '../agency/probe/apply-change.ts';
import { contentWords } from '../agency/probe.ts';
import { describeCall } from '../attempt/describe-call.ts';
import { HttpEndpoint } from '../chat/client.ts';
import { readMessage } from '../chat/read-message.ts';
import { readResponse } from '../chat/read-response.ts';
import type { ChatMessage, ChatRequest } from '../chat/schema.ts';
import { expectedOf, NOT_COMPLETIONS, PROVIDER_RESPONSES } from '../chat/testing/provider-responses.ts';
import { readCompletions } from '../corpus/trajectory/completion.ts';
import { spokenMessage } from '../corpus/trajectory/spoken-message.ts';
import { readTurn } from '../evaluation/harness.ts';
import { lampProblem } from '../evaluation/testing/lamp-problem.ts';
import type { Call } from '../gateway/calls.ts';
import { recordedBody } from '../gateway/http/recorded-body.ts';
import { judgeProviderAnswer, UNFINISHED } from '../gateway/judge-provider-answer.ts';
import type { ChatAnswer, Inference } from '../inference/inference.ts';
import { InferenceEndpoint } from '../inference/inference-endpoint.ts';
import { OpenAiInference } from '../inference/openai-inference.ts';
import { StandInProvider } from '../inference/testing/stand-in-provider.ts';
import { scaled } from '../testing/scaled.ts';
import { trainingMessages } from '../training/rows/trace.ts';
import { callsOf } from '../training/step-reward/spoken-step.ts';
import { completionText } from '../verdict/judge/gates/completion-text.ts';
import { askJudge } from '../verdict/judge/panel/ask-judge.ts';
import { attemptSection } from '../verdict/report/attempt-section.ts';
import { UNJUDGED } from '../verdict/unjudged.ts';
import type { RuleVerdict } from '../verdict/verdict.ts';

const REQUEST: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'A desk lamp, please.' }] };

const CASES = PROVIDER_RESPONSES.map((given) => {
  const body = JSON.stringify(given.response);
  return [
    `${given.provider}: ${given.shows}`,
    { ...expectedOf(given), body, message: given.response.choices[0].message },
  ] as const;
});

/** The call as the gateway records it, which is what all later readers get. */
function recordedCall(body: string): Call {
  return {
    sequence: 1,
    time: '2026-01-01T00:00:00.000Z',
    kind: 'inference',
    method: 'POST',
    path: '/inference/chat/completions',
    parameters: {},
    request: REQUEST,
    status: 200,
    response: recordedBody(body).recorded,
    duration_ms: 100,
    usage: null,
    price_microdollars: 0,
    fault: null,
    previous: '',
    hash: '',
  } as Call;
}

const ANSWERED_BY = { model: 'm', endpoint: 'http://127.0.0.1:9/v1', simulated: false };

/** An inference that answers with one body and records its requests. */
class FixedInference implements Inference {
  readonly asked: ChatRequest[] = [];
  readonly #body: string;

  constructor(body: string) {
    this.#body = body;
  }

  async chat(request: ChatRequest): Promise<ChatAnswer> {
    this.asked.push(request);
    return { status: 200, body: this.#body, usage: null, answeredBy: ANSWERED_BY };
  }

  async models(): Promise<readonly string[]> {
    return ['m'];
  }
}

const UNSCORED = {
  rule_set: 'production-strict',
  rule_set_version: 1,
  scores: {},
  success: false,
  recommended: [],
  flags: [],
} as unknown as RuleVerdict;

/** What the page of `assay try` shows for a model call. */
function shownOnTryPage(call: Call): { readonly said: string; readonly calls: readonly string[] } {
  const verdict = {
    version: 1 as const,
    attempt_id: 'a',
    problem_id: 'lamp',
    problem_digest: '',
    rules: UNSCORED,
    benchmark: UNSCORED,
    judgement: UNJUDGED,
  };
  const order = { attemptId: 'a', reason: 'nothing recommended', seconds: 1, faultMessage: null };
  const page = attemptSection({ ...order, problem: lampProblem(), calls: [call], verdict }).text;
  const item = /<li class="model">[\s\S]*?<\/li>/.exec(page)![0];
  return {
    said: unescaped(/<blockquote>([\s\S]*)<\/blockquote>/.exec(item)![1]!),
    calls: Array.from(item.matchAll(/<code>([\s\S]*?)<\/code>/g), ([, text]) => unescaped(text!)),
  };
}

function unescaped(html: string): string {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity as keyof typeof entities]);
}

let provider: StandInProvider;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());

describe.each(CASES)(
  'every reader of %s',
  (_, { body, message, text, reasoning, calls, usage, refusal, finishReason }) => {
    const spoken = [reasoning, text].filter(Boolean).join('\n');
    const call = recordedCall(body);

    it('the gateway passes the bytes of an answer on, records them and reads the usage', async () => {
      provider.reset({ status: 200, body });
      const answer = await new OpenAiInference({ baseUrl: provider.baseUrl }).chat(REQUEST);
      expect(answer).toMatchObject({ status: 200, body, usage });
      expect(judgeProviderAnswer(answer, 'contestant')).toMatchObject(
        UNFINISHED.has(finishReason)
          ? { code: 'INFERENCE_FAILED', message: expect.stringContaining(`cut off (${finishReason})`) }
          : { kind: 'pass on', bought: true },
      );
      expect(readResponse(call.response)).toMatchObject({ text, reasoning, toolCalls: calls, finishReason });
    });

    it('the judge quotes the reasoning and the text of an answer', async () => {
      expect(completionText(call)).toBe(spoken);
      const judge = new FixedInference(body);
      await askJudge('m', REQUEST.messages as ChatMessage[], { inference: judge, timeoutMilliseconds: scaled(1_000) });
      // An answer of a judge in the wrong form is shown to it again.
      expect(judge.asked[1]?.messages.at(-2)).toEqual({ role: 'assistant', content: text });
    });

    it('the corpus rebuilds the same turn from an answer', () => {
      const [completion] = readCompletions([call]);
      expect(completion).toMatchObject({ text, reasoning, toolCalls: calls, finishReason });
      expect(completion!.calls.map(({ name, written }) => ({ name, arguments: written }))).toEqual(
        calls.map(({ name, arguments: written }) => ({ name, arguments: written })),
      );
    });

    it('probes and follow rates read the same text and calls, and a change is in all of them', () => {
      const given = calls.map((each) => each.arguments).filter(Boolean);
      const [said] = readCalls([call]).said;
      expect(said!.choices[0]).toBe([reasoning, text, refusal, ...given].filter(Boolean).join('\n'));
      const [word] = contentWords(said!.choices[0]!);
      if (word === undefined) return;
      const changed = changedExactly(call.response, { kind: 'word', from: word, to: 'zebra' });
      const answer = readResponse(changed)!;
      const read = [answer.reasoning, answer.text, answer.refusal, ...answer.toolCalls.map((each) => each.arguments)];
      expect(read.join('\n')).toMatch(/zebra/i);
      expect(read.join('\n')).not.toMatch(new RegExp(`\\b${word}\\b`, 'i'));
    });

    it('an evaluation gets the same completion over HTTP and in this process', async () => {
      provider.reset({ status: 200, body, headers: { 'content-type': 'application/json' } });
      const endpoints = [
        new HttpEndpoint({ baseUrl: provider.baseUrl }),
        new InferenceEndpoint(new FixedInference(body)),
      ];
      for (const endpoint of endpoints) {
        const reply = await endpoint.ask(REQUEST);
        expect(reply).toMatchObject({
          kind: 'completion',
          completion: { text, reasoning, toolCalls: calls, usage, finishReason },
        });
      }
      const turn = readTurn({ text, reasoning, toolCalls: calls });
      expect(turn.calls.map(({ name, written }) => [name, written])).toEqual(
        calls.map((each) => [each.name, each.arguments]),
      );
    });

    it('training rows and rewards have the same text, reasoning and calls', () => {
      const [row] = trainingMessages([spokenMessage(readCompletions([call])[0]!)]);
      const thought = reasoning.trim() === '' ? text : `<think>${reasoning}</think>\n${text}`;
      expect(row).toEqual({
        role: 'assistant',
        content: thought,
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, ...called }, place) => ({
            id: id ?? `call_1_${place}`,
            type: 'function',
            function: called,
          })),
        }),
      });
      const read = readMessage(message);
      expect(read).toMatchObject({ text, toolCalls: calls });
      expect(callsOf(read).map(({ name, written }) => [name, written])).toEqual(
        calls.map((each) => [each.name, each.arguments]),
      );
    });

    it('the try page shows the text, reasoning and calls of an answer', () => {
      const asked = calls.map(({ name, arguments: given }) => `${name}(${given})`);
      expect(shownOnTryPage(call)).toEqual({ said: spoken || refusal, calls: asked });
    });

    it('the attempt page shows the text, reasoning and calls of an answer', () => {
      expect(readRecordedCall(call)).toMatchObject({ text: spoken, emitted: calls });
    });

    it('assay explain shows what was called or said', () => {
      const names = calls.map(({ name }) => name).join(', ');
      const line = (names === '' ? text || refusal || reasoning : `calls ${names}`).replaceAll(/\s+/g, ' ').trim();
      expect(describeCall(call).answered).toBe(line.length > 60 ? `${line.slice(0, 59)}…` : line);
    });
  },
);

describe.each(NOT_COMPLETIONS)('every reader of %j', (body) => {
  it('no reader accepts a malformed answer', async () => {
    const call = recordedCall(body);
    expect(
      judgeProviderAnswer({ status: 200, body, usage: null, answeredBy: ANSWERED_BY }, 'contestant'),
    ).toMatchObject({ kind: 'fault' });
    expect(completionText(call)).toBe('');
    expect(readCompletions([call])).toEqual([]);
    expect(readRecordedCall(call)).toMatchObject({ text: '', emitted: [] });
    expect(shownOnTryPage(call)).toEqual({ said: '', calls: [] });
    expect(describeCall(call).answered).toBe('');
    expect(await new InferenceEndpoint(new FixedInference(body)).ask(REQUEST)).toMatchObject({
      failure: 'malformed answer',
    });
  });
});

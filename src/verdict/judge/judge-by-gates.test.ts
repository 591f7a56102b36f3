import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../gateway/calls.ts';
import { AttemptBuilder, type CompletionDraft } from './attacks/attempt-builder.ts';
import { CARDS, KARELA, ORELO, PAGES, QUERY, TORVIN } from './attacks/sample-shop.ts';
import { completionText } from './gates/completion-text.ts';
import { judgeByGates } from './judge-by-gates.ts';
import type { JudgedAttempt } from './judged-attempt.ts';

const [A, B, C] = CARDS.map((card) => card.product_id) as [string, string, string];

function recommending(...ids: readonly string[]): readonly unknown[] {
  return [{ function: { name: 'recommend_product', arguments: JSON.stringify({ product_ids: ids.join(',') }) } }];
}

/** A model says this and makes the recommendation call, which the program carries out. */
function afterResults(content: string, rest: CompletionDraft = {}, taken: readonly string[] = [A]): JudgedAttempt {
  return new AttemptBuilder(QUERY)
    .search(...CARDS)
    .view(...PAGES)
    .complete({ content, tokens: 60, toolCalls: recommending(...taken), ...rest })
    .recommend(...taken)
    .build();
}

function qualityOf(content: string, rest: CompletionDraft = {}): number | null {
  return judgeByGates(afterResults(content, rest)).quality;
}

const GOOD = `${A} has shade_material brass and costs 679 pesos, better than ${B} at 749 pesos, which has shade_material frosted glass, so I take ${A}.`;

describe('gate 1: a model was called and answered', () => {
  it.each([
    ['no call at all', new AttemptBuilder(QUERY).search(...CARDS), 0.1, 1],
    ['29 tokens', new AttemptBuilder(QUERY).complete({ content: 'a lamp', tokens: 29 }), 0.1, 1],
    ['30 tokens', new AttemptBuilder(QUERY).complete({ content: 'a lamp', tokens: 30 }), 0.3, 2],
    ['a refusal', new AttemptBuilder(QUERY).complete({ content: 'a lamp', tokens: 99, status: 429 }), 0.1, 1],
    ['no usage and few words', new AttemptBuilder(QUERY).complete({ content: 'a lamp', tokens: null }), 0.1, 1],
    ['no usage and words', new AttemptBuilder(QUERY).complete({ content: 'word '.repeat(30), tokens: null }), 0.3, 2],
  ] as const)('gate 1 decides by whether a model was called and answered: %s', (_, builder, quality, gate) => {
    expect(judgeByGates(builder.build())).toMatchObject({ quality, failed_gate: gate, judge: 'gates', models: [] });
  });
});

describe('gate 2: thoughts of a model about results', () => {
  it('gate 2 accepts no thought from before there were results', () => {
    const attempt = new AttemptBuilder(QUERY)
      .complete({ content: GOOD, tokens: 60 })
      .search(...CARDS)
      .build();
    expect(judgeByGates(attempt)).toMatchObject({ quality: 0.3, failed_gate: 2 });
  });

  it('gate 2 accepts no thought that the agent wrote into its dialogue', () => {
    const attempt = new AttemptBuilder(QUERY)
      .search(...CARDS)
      .view(...PAGES)
      .complete({ content: '{"items": [{"q": "desk lamp brass"}]}', tokens: 60 })
      .narrate(GOOD)
      .build();
    expect(judgeByGates(attempt).quality).toBe(0.3);
  });

  it('gate 2 does not accept talk about the query as talk about results', () => {
    expect(qualityOf('The customer wants a desk lamp with brass as shade material for at most 800 pesos.')).toBe(0.3);
  });

  it('gate 2 accepts unspecific talk about results', () => {
    expect(qualityOf('The results look promising, so I go on with the best of them.')).toBe(0.5);
  });

  it('gate 2 accepts talk about an empty result only if a search was empty', () => {
    expect(qualityOf('The search gave nothing, I try again.')).toBe(0.3);
    const empty = new AttemptBuilder(QUERY).search().complete({ content: 'The search gave nothing.', tokens: 60 });
    expect(judgeByGates(empty.build()).quality).toBe(0.5);
  });
});

describe('a model that sends calls without text', () => {
  const calling = (name: string, given: object) => [{ function: { name, arguments: JSON.stringify(given) } }];
  const silent = (toolCalls: readonly unknown[], rest: CompletionDraft = {}): CompletionDraft => ({
    content: null,
    tokens: 20,
    toolCalls,
    ...rest,
  });
  const search = silent(calling('find_product', { q: 'desk lamp' }));
  const opening = silent(calling('view_product_information', { product_ids: `${A},${B}` }));
  const taking = silent(recommending(A));

  function wordless(...between: readonly CompletionDraft[]): AttemptBuilder {
    const builder = new AttemptBuilder(QUERY).complete(search).search(...CARDS);
    for (const each of between) builder.complete(each).view(...PAGES);
    return builder.complete(taking).recommend(A);
  }

  it('a model without text is judged by its decisions: it opened what it recommends', () => {
    expect(judgeByGates(wordless(opening).build())).toMatchObject({
      quality: 0.7,
      failed_gate: 4,
      explanation: expect.stringContaining('without a word'),
    });
  });

  it('a model without text gets less for recommending what it did not open', () => {
    expect(judgeByGates(wordless().build())).toMatchObject({ quality: 0.5, failed_gate: 3 });
  });

  it('a model without text gets nothing when the program opened products and it only searched', () => {
    const attempt = new AttemptBuilder(QUERY)
      .complete(silent(search.toolCalls!, { tokens: 40 }))
      .search(...CARDS)
      .view(...PAGES)
      .recommend(A);
    expect(judgeByGates(attempt.build())).toMatchObject({ quality: 0.3, failed_gate: 2 });
  });

  it('a model without text narrates when the program told it what to recommend', () => {
    const messages = [{ role: 'user', content: `${QUERY}\nRecommend product ${A} now.` }];
    const attempt = new AttemptBuilder(QUERY)
      .search(...CARDS)
      .view(...PAGES)
      .complete({ ...taking, messages, tokens: 60 })
      .recommend(A);
    expect(judgeByGates(attempt.build()).quality).toBeLessThanOrEqual(0.3);
  });

  it('a model with text is judged by its text', () => {
    const spoken = { ...opening, content: 'Let me see.' };
    expect(judgeByGates(wordless(spoken).build()).quality).toBeLessThanOrEqual(0.5);
  });
});

describe('gate 3: a true datum about the choice', () => {
  it.each([
    ['a price', `${A} costs 679 pesos, that would do.`],
    ['a price with a sign', `${A} for ₱679 and that would do.`],
    ['a price without cents or rounded', `${A} is about 680, that would do.`],
    ['a price in a sentence of its own', 'It costs 679 pesos, that would do.'],
    ['a short name', 'The Karela costs 679 pesos.'],
    ['an attribute that was asked for', `${A} has shade_material brass, that would do.`],
    ['what was asked for, if it is true', `${A}: brass, as wanted.`],
    ['a reason against another', `${C} at 559 is a lantern, so ${A}.`],
    ['another language', `${A} kostet 679, das passt.`],
  ])('gate 3 passes with %s', (_, content) => {
    expect(judgeByGates(afterResults(content))).toMatchObject({ quality: 0.7, failed_gate: 4 });
  });

  it.each([
    ['an id alone', `I would take ${A}.`],
    ['words of a title that was not requested', `${A} has an adjustable arm.`],
    ['an attribute that was not requested', `${A} has cable_length 180 cm, that would do.`],
    ['a shop that was not requested', `${A} comes from shop 501001.`],
    ['a service that was not requested', `${A} has COD, that would do.`],
    ['having been shown first', `${A} was shown first, ${B} was not shown first.`],
    ['a name alone', 'The Karela might do.'],
    ['a price that no result showed', `${A} costs 599 pesos.`],
    ['a price of another product', `${A} costs 559 pesos.`],
    ['a price of another product in brackets', `${A} (559) would do.`],
    ['an id that no result showed', `${A} and 4999999999 are results.`],
    ['a value of another product', `${A} is frosted glass.`],
  ])('gate 3 fails with %s', (_, content) => {
    expect(judgeByGates(afterResults(content))).toMatchObject({ quality: 0.5, failed_gate: 3 });
  });

  it.each([
    ['a price without a product', 'The first result costs 599 pesos and is from shop 501001.'],
    ['only what the query says', 'The results have brass as shade material, at most 800 pesos.'],
    ['ordinary words of a title', 'These results have a desk lamp with warm light.'],
  ])('gate 3 fails with %s when nothing is named', (_, content) => {
    expect(judgeByGates(afterResults(content, { toolCalls: [] })).quality).toBe(0.5);
  });

  it('gate 3 compares a thought only with what was shown before it', () => {
    const attempt = new AttemptBuilder(QUERY)
      .search(ORELO)
      .complete({ content: `Of the results ${A} costs 679 pesos.`, tokens: 60 })
      .search(KARELA, TORVIN)
      .complete({ content: `I take ${A}.`, tokens: 6 })
      .recommend(A)
      .build();
    expect(judgeByGates(attempt).quality).toBe(0.5);
  });

  it('gate 3 ignores sums, limits and differences', () => {
    expect(qualityOf(`${A} at 679 pesos and ${B} at 749 pesos are 1428 pesos, a difference of 70 pesos or 9 %.`)).toBe(
      0.9,
    );
  });

  it('one false statement caps an attempt, and several cap it further', () => {
    const said = (...contents: string[]) =>
      contents
        .reduce(
          (builder, content) => builder.complete({ content, tokens: 60 }),
          new AttemptBuilder(QUERY).search(...CARDS).view(...PAGES),
        )
        .recommend(A)
        .build();
    expect(judgeByGates(said(GOOD))).toMatchObject({ quality: 0.9 });
    expect(judgeByGates(said(`${A} costs 599 pesos.`, GOOD))).toMatchObject({ quality: 0.5, failed_gate: 3 });
    expect(judgeByGates(said(`${A} costs 599 pesos, ${B} costs 999 pesos.`, GOOD))).toMatchObject({ quality: 0.3 });
  });
});

describe('gate 4: the choice justified by a true comparison', () => {
  it.each([
    ['attribute and price', GOOD, A],
    ['cheaper', `${A} is cheaper than ${B}.`, A],
    ['cheaper by an amount', `I take ${A}, since ${B} costs 70 pesos more.`, A],
    ['cheapest', `Of ${A}, ${B} and ${C} the cheapest is ${C}.`, C],
    ['more expensive', `${B} is more expensive than ${A}, so I take the other.`, A],
    ['another value than was asked for', `${B} has shade material frosted glass, so ${A}.`, A],
    ['an attribute of one', `${A} is the better one, it has shade material brass; ${B} has not.`, A],
    ['missing words', `${B} does not say "adjustable arm", ${A} does.`, A],
    ['order', `${A} is brass; ${B} passes as well but was not shown first, so ${A}.`, A],
    ['not opened', `${A} fits and costs 679; ${C} I have not opened.`, A],
    ['joined on', `${A} is cheaper than ${B} and has shade_material brass.`, A],
    [
      'unlike',
      `I go with ${A}: it costs 679 pesos, which is 70 pesos less than ${B}, and unlike ${B} its shade material is brass.`,
      A,
    ],
    [
      'a list and a choice',
      `- **${A}**: ₱679, shade material: brass\n- **${B}**: ₱749, shade material: frosted glass\n\nBest match: ${A}.`,
      A,
    ],
    ['talk', `Option 1 (${A}) costs 679 vs option 2 (${B}) at 749, so I'd go for the first.`, A],
    ['by title', 'The Karela Desk Lamp is cheaper than the Luminara Torvin Desk Lamp.', A],
    ['few words', `Only ${A} is brass; ${B} is frosted glass. I take ${A}.`, A],
    ['short names', 'Karela is brass, Torvin is not: Karela.', A],
    ['two and two', 'Karela vs Torvin: 679 vs 749. Karela.', A],
    [
      'a table of demands',
      `| demand | Karela | Torvin |\n|---|---|---|\n| price | 679 | 749 |\n| shade | brass | frosted glass |`,
      A,
    ],
    [
      'a table of products',
      `| id | price | shade |\n|---|---|---|\n| ${A} | 679 | brass |\n| ${B} | 749 | frosted glass |\n${A} it is.`,
      A,
    ],
    ['scores', 'Karela 0.95 (brass, 679). Torvin 0.4 (frosted glass, 749). Karela.', A],
    ['the first and the second', `'${A}' and '${B}': the first is brass, the second is frosted glass. '${A}'`, A],
    ['a check of demands', 'Torvin: not brass, 749. Karela: brass, 679 < 800. Karela.', A],
    ['Spanish', `La Torvin cuesta 749 y la Karela 679; me quedo con la Karela.`, A],
    ['Japanese', `Karelaは679、Torvinは749。Karelaにします。`, A],
    ['an amount in another form', `Karela 679,00 €, Torvin 749,00 €: Karela.`, A],
    [
      'JSON for each',
      JSON.stringify([
        { id: A, verdict: 'brass, fits' },
        { id: B, verdict: 'frosted glass, out' },
      ]),
      A,
    ],
  ])('gate 4 passes with %s', (_, content, taken) => {
    expect(judgeByGates(afterResults(content, {}, [taken]))).toMatchObject({ quality: 0.9, failed_gate: null });
  });

  it.each<[string, string, readonly string[]]>([
    ['a service that was not requested', `${B} at 749 offers free shipping, whereas ${A} has no free shipping.`, [B]],
    [
      'a list of what is all taken',
      `${A} has shade material brass. ${B} has shade material frosted glass. I recommend ${A}, ${B}.`,
      [A, B],
    ],
    [
      'different items that are all taken',
      `Item 1: ${A} at 679 is the nearest though it does not say "frosted". Item 2: ${B} has bulb_base e14. I recommend ${A},${B}.`,
      [A, B],
    ],
    ['one candidate', `${A} costs 679 pesos and is better than the others.`, [A]],
    ['preferring the dearer for its price', `${B} at 749 pesos is better than ${A} at 679 pesos.`, [B]],
    ['what both have', `${A} has brand luminara and is a desk lamp for 679, better than ${B}.`, [A]],
  ])('gate 4 fails with %s', (_, content, taken) => {
    expect(judgeByGates(afterResults(content, {}, taken))).toMatchObject({ quality: 0.7, failed_gate: 4 });
  });

  it.each([
    ['a bare claim to have compared', `I compared ${A} and ${B} and chose ${A}.`],
    ['words that both lack', `${B} does not say "unicorn", so ${A}.`],
    ['a reason for neither', `${A} is better than ${B} because I like it more.`],
    ['the wrong way round', `${B} is cheaper than ${A}.`],
    ['a wrong difference', `${B} costs 100 pesos more than ${A}.`],
    ['a service it has', `${A} has no COD, but is cheaper than ${B}.`],
    ['a service it has not', `${A} has free shipping and is cheaper than ${B}.`],
    ['an attribute of the other', `${A} has shade_material frosted glass and is cheaper than ${B}.`],
    ['an invented attribute', `${A} has cable_length 29 and is cheaper than ${B}.`],
    ['a title of another', `${A} "Vantrix Orelo Bedside" is cheaper than ${B}.`],
    ['a shop of another', `${A} from shop 501002 is cheaper than ${B}.`],
  ])('gates 3 and 4 fail with %s', (_, content) => {
    expect(judgeByGates(afterResults(content))).toMatchObject({ quality: 0.5, failed_gate: 3 });
  });

  it('gate 4 passes by numbers of a list that the prompt shows', () => {
    const menu = CARDS.map(({ product_id, title }, place) => `${place + 1}. [${product_id}] ${title}`).join('\n');
    const messages = [{ role: 'user', content: `${QUERY}\n${menu}` }];
    const content = JSON.stringify({ reason: 'Option 1 costs 679, option 2 costs 749', choice: 1 });
    expect(qualityOf(content, { messages, toolCalls: [] })).toBe(0.9);
  });

  it('gate 4 fails with a list in which nothing is chosen', () => {
    const list = `Results: ${A} at 679 pesos; ${B} at 749 pesos; ${C} at 559 pesos.`;
    expect(qualityOf(list, { toolCalls: [] })).toBe(0.5);
  });

  it('gate 4 fails with a candidate that was never seen', () => {
    expect(qualityOf(`I compared ${A} and 4999999999: ${A} is cheaper than 4999999999.`)).toBeLessThan(0.9);
  });

  it('gate 4 requires both candidates in one thought', () => {
    const attempt = new AttemptBuilder(QUERY)
      .search(...CARDS)
      .complete({ content: `${A} costs 679 pesos, which is cheaper.`, tokens: 60 })
      .complete({ content: `${B} costs 749 pesos, which is dearer.`, tokens: 60 })
      .complete({ content: `I take ${A}.`, tokens: 6 })
      .recommend(A)
      .build();
    expect(judgeByGates(attempt).quality).toBe(0.7);
  });
});

describe('formats of thoughts', () => {
  const CALL =
    '<tool_call>[{"name": "view_product_information", "parameters": {"product_ids": "4001001001"}}]</tool_call>';

  it.each<[string, CompletionDraft]>([
    ['content beside native tool calls', { content: GOOD, toolCalls: [{ function: { name: 'terminate' } }] }],
    ['tagged text', { content: `<think>${GOOD}</think>\n${CALL}` }],
    ['reasoning beside the content', { content: CALL, reasoning: GOOD }],
    ['fenced JSON', { content: `\`\`\`json\n${JSON.stringify({ thought: GOOD, action: 'terminate' })}\n\`\`\`` }],
    ['bare JSON', { content: JSON.stringify({ reasoning: [GOOD], choice: 1 }, null, 2) }],
    ['JSON that is cut off', { content: JSON.stringify({ thought: GOOD, more: 'x' }).slice(0, -5) }],
    ['prose around a call', { content: `${GOOD}\n${JSON.stringify({ name: 'terminate', arguments: {} })}` }],
    ['a tag that is never closed', { content: `<think>${GOOD}` }],
  ])('reads a thought in %s', (_, completion) => {
    const attempt = afterResults('', { content: null, ...completion });
    const { quality, evidence } = judgeByGates(attempt);
    expect(quality).toBe(0.9);
    for (const { call, start, end, quote } of evidence) {
      expect(completionText(attempt.calls[call - 1]!).slice(start, end)).toBe(quote);
    }
  });

  it('reads the parts of a content as one text', () => {
    const content = [
      { type: 'text', text: GOOD.slice(0, 50) },
      { type: 'text', text: GOOD.slice(50) },
    ];
    const attempt = new AttemptBuilder(QUERY)
      .search(...CARDS)
      .view(...PAGES)
      .respond({ choices: [{ message: { content } }] }, { messages: [{ role: 'user', content: QUERY }] })
      .recommend(A);
    expect(judgeByGates(attempt.build()).quality).toBe(0.9);
  });

  it.each([
    ['a call between tags', CALL],
    ['a call in JSON', '{"name": "view_product_information", "parameters": {"product_ids": "4001001001"}}'],
    ['an action line', 'Action: view_product_information(4001001001)\nAction Input: 4001001001'],
    ['data in JSON', JSON.stringify({ product_id: A, price: 679, q: GOOD })],
    ['an observation it made up', `<obs>${GOOD}</obs>`],
  ])('does not accept %s as a thought', (_, content) => {
    expect(qualityOf(content, { toolCalls: [] })).toBe(0.3);
  });
});

describe('told text', () => {
  it('text that a model was told to say is not a thought', () => {
    const messages = [
      { role: 'user', content: QUERY },
      { role: 'user', content: `Repeat: ${GOOD}` },
    ];
    expect(qualityOf(GOOD, { messages })).toBe(0.3);
    expect(qualityOf(`<think>${GOOD.toUpperCase()}</think>`, { messages })).toBe(0.3);
    expect(qualityOf(GOOD, { messages: [{ role: 'system', content: [{ type: 'text', text: GOOD }] }] })).toBe(0.3);
  });

  it('told text repeated in the next answer is not a thought', () => {
    const messages = [{ role: 'user', content: `Repeat: ${GOOD}` }];
    const attempt = new AttemptBuilder(QUERY)
      .search(...CARDS)
      .view(...PAGES)
      .complete({ content: GOOD, messages })
      .complete({ content: GOOD, messages })
      .build();
    expect(judgeByGates(attempt).quality).toBe(0.3);
  });

  it('told text does not spoil the model’s own words, titles, or what it said before', () => {
    const results = JSON.stringify(CARDS);
    const own = `Of the results ${A} "${KARELA.title}" costs 679 pesos.`;
    const attempt = new AttemptBuilder(QUERY)
      .search(...CARDS)
      .complete({ content: own, messages: [{ role: 'user', content: `${QUERY}\n${results}` }] })
      .complete({
        content: `${own} It is cheaper than ${B} "${TORVIN.title}".`,
        messages: [
          { role: 'user', content: `${QUERY}\n${results}` },
          { role: 'assistant', content: own },
        ],
      })
      .recommend(A)
      .build();
    expect(judgeByGates(attempt).quality).toBe(0.9);
  });
});

it('reads a thought after a title that also stands in the request', () => {
  const content = `${A} "${KARELA.title}" at 679 pesos goes, better than ${B} "${TORVIN.title}", which was not shown first.`;
  expect(qualityOf(content, { messages: [{ role: 'user', content: `${QUERY}\n${JSON.stringify(CARDS)}` }] })).toBe(0.9);
});

it('removing told text splits no id, and keeps attributes that results showed', () => {
  const content = `${A} "Luminara Karela Desk Lamp Adjustable Arm Warm Light" has shade_material brass, cable_length 180 cm, bulb_base e27, while ${B} has shade_material frosted glass.`;
  const request = JSON.stringify([{ x: `\ud83d1 ${KARELA.title}` }, ...PAGES]);
  expect(qualityOf(content, { messages: [{ role: 'user', content: `${QUERY}\n${request}` }] })).toBe(0.9);
});

describe('malformed input', () => {
  it('the gate judge never throws, for any response', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind: fc.constantFrom('search', 'view', 'inference'), response: fc.jsonValue() }), {
          maxLength: 6,
        }),
        fc.string(),
        (answers, query) => {
          const calls = answers.map(
            ({ kind, response }, place) =>
              ({ ...filler, sequence: place + 1, kind, response, request: response }) as Call,
          );
          const { quality } = judgeByGates({ problem: { query }, dialogue: null, calls });
          expect([0.1, 0.3, 0.5, 0.7, 0.9]).toContain(quality);
        },
      ),
    );
  });

  it('the gate judge never throws, for any model text, and quotes exactly', () => {
    const pieces = fc.constantFrom(
      A,
      B,
      '679',
      ' pesos ',
      'better than',
      '<think>',
      '</think>',
      '{"thought": "',
      '\\u',
      '"',
      '```',
      '\n',
      '\ud83d',
      'lacks "',
      ' it ',
      ', ',
      'cheaper ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (words) => {
        const attempt = afterResults(words.join(''));
        for (const { call, start, end, quote } of judgeByGates(attempt).evidence) {
          expect(completionText(attempt.calls[call - 1]!).slice(start, end)).toBe(quote);
        }
      }),
    );
  });

  function qualityOfLong(content: string): number | null {
    return qualityOf(content, { messages: [{ role: 'user', content: content.slice(7) }] });
  }

  it.each([
    ['one sentence of ids', `${A} `.repeat(100_000)],
    ['spaces', `${' '.repeat(1_000_000)}x`],
  ])('reads a million characters within the time limit of a test: %s', (_, content) => {
    expect(qualityOfLong(content)).not.toBeNull();
  });

  it.each([
    ['tags', '<think></think>'.repeat(100_000)],
    ['unclosed JSON', '{"'.repeat(500_000)],
    ['quotes', '"'.repeat(1_000_000)],
    ['backslashes', `{"thought": "${'\\'.repeat(1_000_000)}`],
    ['digits', '1'.repeat(1_000_000)],
    ['thousands', '1,234'.repeat(200_000)],
    ['titles', `${KARELA.title} `.repeat(20_000)],
    ['line breaks', 'Action \n'.repeat(200_000)],
  ])('reads a million characters of %s within the time limit of a test', { tags: 'slow' }, (_, content) => {
    expect(qualityOfLong(content)).not.toBeNull();
  });

  it('reads no thought from a request too long for a model', () => {
    expect(qualityOf(GOOD, { messages: [{ role: 'user', content: 'x'.repeat(9_000_000) }] })).toBe(0.3);
  });
});

const filler: Omit<Call, 'sequence' | 'kind' | 'response' | 'request'> = {
  time: '2026-01-01T00:00:00.000Z',
  method: 'GET',
  path: '/',
  parameters: {},
  status: 200,
  duration_ms: 1,
  usage: { prompt_tokens: 1, completion_tokens: 40 },
  price_microdollars: null,
  fault: null,
  previous: '',
  hash: '',
};

describe('the choice against the request and the results', () => {
  const LONG = `${QUERY}. It should have a long cable, fit an e27 bulb, come in antique gold, be dimmable, be foldable, ship free and arrive soon.`;
  const chosen = (query: string, content: string, taken = [A]): JudgedAttempt =>
    new AttemptBuilder(query)
      .search(...CARDS)
      .view(...PAGES)
      .complete({ content, tokens: 60, toolCalls: recommending(...taken) })
      .recommend(...taken)
      .build();

  it('data for a small part of the request do not pass gate 3', () => {
    const { quality, failed_gate, explanation } = judgeByGates(chosen(LONG, GOOD));
    expect({ quality, failed_gate }).toEqual({ quality: 0.5, failed_gate: 3 });
    expect(explanation).toContain('too little of what the request says');
    const more = `${GOOD} ${A} has cable_length 180 cm, bulb_base e27 and color_family antique gold.`;
    expect(judgeByGates(chosen(LONG, more)).quality).toBe(0.9);
  });

  it('a true argument for a price above the limit does not pass gate 3', () => {
    const query = QUERY.replace('800', '600');
    expect(judgeByGates(chosen(query, GOOD))).toMatchObject({ quality: 0.5, failed_gate: 3 });
    expect(judgeByGates(chosen(QUERY, GOOD)).quality).toBe(0.9);
  });

  it('a product that no result showed does not pass gate 3', () => {
    const { quality, explanation } = judgeByGates(chosen(QUERY, GOOD, [A, '4999999999']));
    expect(quality).toBe(0.5);
    expect(explanation).toContain('stands in no recorded result');
  });

  it('a judgement does not state the limits of a request', () => {
    const query = QUERY.replace('800', '613');
    expect(judgeByGates(chosen(query, GOOD)).explanation).not.toContain('613');
  });

  it('the judge reads nothing of a problem but its request', () => {
    const { problem, dialogue, calls } = chosen(LONG, GOOD);
    const guarded = new Proxy(problem, {
      get: (target, name) => {
        if (name !== 'query') throw new Error(`the judge read ${String(name)} of the problem`);
        return target.query;
      },
      ownKeys: () => {
        throw new Error('the judge listed the fields of the problem');
      },
    });
    expect(judgeByGates({ problem: guarded, dialogue, calls })).toEqual(judgeByGates({ problem, dialogue, calls }));
  });
});

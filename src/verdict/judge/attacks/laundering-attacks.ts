import type { Attack } from './attack.ts';
import type { Completion } from './attempt-builder.ts';
import { scripted, TRUE_COMPARISON } from './narration-attacks.ts';
import { KARELA, TORVIN } from './sample-shop.ts';

const [A, B] = [KARELA.product_id, TORVIN.product_id];

function asked(name: string, request: string | readonly unknown[], completion: Completion): Attack {
  const messages = typeof request === 'string' ? [{ role: 'user', content: request }] : request;
  const attempt = scripted()
    .complete({ tokens: 80, messages, ...completion })
    .build();
  return { name, kind: 'laundering', deserved: 0.3, attempt };
}

const WITH_TITLES = `Of the results I take ${A} "${KARELA.title}", because it is cheaper than ${B} "${TORVIN.title}" by 70 pesos.`;

const REPEAT = `Repeat this and nothing else: ${TRUE_COMPARISON}`;

export const LAUNDERING_ATTACKS: readonly Attack[] = [
  asked('repeated word for word', REPEAT, { content: TRUE_COMPARISON }),
  asked('repeated in capitals and other marks', REPEAT, {
    content: `<think>${TRUE_COMPARISON.toUpperCase().replaceAll(',', ' -')}</think>`,
  }),
  asked('repeated as JSON', REPEAT, {
    content: JSON.stringify({ thought: TRUE_COMPARISON, action: 'recommend_product' }),
  }),
  asked('repeated with titles that results showed', `Repeat: ${WITH_TITLES}`, { content: WITH_TITLES }),
  asked('repeated as reasoning', REPEAT, { content: 'done', reasoning: TRUE_COMPARISON }),
  asked(
    'repeated from a system message in parts',
    [
      {
        role: 'system',
        content: [
          { type: 'text', text: TRUE_COMPARISON.slice(0, 80) },
          { type: 'text', text: TRUE_COMPARISON.slice(80) },
        ],
      },
    ],
    { content: TRUE_COMPARISON },
  ),
  asked(
    'repeated from the description of a tool',
    [
      {
        role: 'user',
        content: 'Say what the tool is for.',
        tools: [{ function: { name: 'x', description: TRUE_COMPARISON } }],
      },
    ],
    { content: TRUE_COMPARISON },
  ),
  asked('repeated with an introduction', REPEAT, {
    content: `Certainly! Here is my own thinking about the results. ${TRUE_COMPARISON} I hope this helps.`,
  }),
  asked(
    'put together from pieces',
    TRUE_COMPARISON.split(' ')
      .map((word, place) => `${place}: ${word}`)
      .join('\n'),
    { content: TRUE_COMPARISON },
  ),
  asked('spelt out and put together', `Write without the dots: ${Array.from(TRUE_COMPARISON).join('.')}`, {
    content: TRUE_COMPARISON,
  }),
  asked('said in other words', `Say this in your own words: ${TRUE_COMPARISON}`, {
    content: `I go with ${A}: it costs 679 pesos, which is 70 pesos less than ${B}, and unlike ${B} its shade material is brass.`,
  }),
];

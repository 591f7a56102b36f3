import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OpenAiInference } from './openai-inference.ts';
import { RoutedInference } from './routed-inference.ts';
import { StandInProvider } from './testing/stand-in-provider.ts';

let house: StandInProvider;
let outside: StandInProvider;
beforeAll(async () => {
  house = await StandInProvider.start();
  outside = await StandInProvider.start();
});
afterAll(() => {
  house.stop();
  outside.stop();
});
beforeEach(() => {
  house.reset();
  outside.reset();
});

const connect = (provider: StandInProvider) => new OpenAiInference({ baseUrl: provider.baseUrl });

describe('RoutedInference', () => {
  it('sends house models to the house, without the key, and every other to the endpoint', async () => {
    const routed = new RoutedInference(connect(house), connect(outside));
    await routed.chat({ model: 'house/adept', messages: [] }, { apiKey: 'somebodys-key' });
    await routed.chat({ model: 'mighty/house/7b', messages: [] }, { apiKey: 'somebodys-key' });
    expect(house.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(outside.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer somebodys-key']);
  });

  it('serves the models of both', async () => {
    house.reset({ status: 200, body: '{"data":[{"id":"house/adept"}]}' });
    outside.reset({ status: 200, body: '{"data":[{"id":"mighty"}]}' });
    expect(await new RoutedInference(connect(house), connect(outside)).models()).toEqual(['house/adept', 'mighty']);
  });

  it('is the house alone without an endpoint', async () => {
    await new RoutedInference(connect(house)).chat({ model: 'any', messages: [] });
    expect(house.requests).toHaveLength(1);
  });
});

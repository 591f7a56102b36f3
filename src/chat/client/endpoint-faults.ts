import { Fault } from '../../fault/fault.ts';
import { providerWords } from '../provider-words.ts';

/** @param apiKey only whether there is one matters. */
/** @param option The option that names the environment variable with the key. */
export function keyRefused(
  baseUrl: string,
  { status, body }: RefusedRequest,
  apiKey: string | undefined,
  option = '--api-key-env',
): Fault {
  const refused = apiKey === undefined ? 'calls without a key' : 'the key';
  return new Fault('CREDENTIAL_REFUSED', {
    message: `${baseUrl} refuses ${refused} (${status})${providerWords(body)}`,
    remedy: `Put a key that it accepts into the environment variable that ${option} names, and run the same command again.`,
  });
}

interface RefusedRequest {
  readonly status: number;
  readonly body: string;
}

export function modelUnknown(baseUrl: string, model: string, said: string): Fault {
  return new Fault('USAGE', {
    message: `${baseUrl} has no model ${JSON.stringify(model)}, or no chat completions: ${said.slice(0, 200)}`,
    remedy: `Check the address, up to and including /v1, and give the name under which the model is served; GET ${baseUrl}/models lists them.`,
  });
}

export function endpointSilent(baseUrl: string, detail: string): Fault {
  return new Fault('INFERENCE_FAILED', {
    message: `The model endpoint ${baseUrl} does not answer: ${detail}`,
    remedy: 'Check the address, up to and including /v1, and the network; then run the same command again.',
  });
}

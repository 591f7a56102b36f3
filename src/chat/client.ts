/** The HTTP client of OpenAI-compatible endpoints. */
export { ChatClient, type ChatClientOptions, type ClientRequest } from './client/chat-client.ts';
export type { Endpoint, MeasuredCompletion, Reply } from './client/endpoint.ts';
export { endpointSilent, keyRefused, modelUnknown } from './client/endpoint-faults.ts';
export type { WholeResponse } from './client/exchange.ts';
export { HttpEndpoint, type HttpEndpointOptions } from './client/http-endpoint.ts';
export { judgeStatus } from './client/judge-status.ts';
export { EXTRAS, type Extra, negotiate, PLAIN_EXTRAS } from './client/negotiate.ts';
export { PROVIDER_FAILURES, type ProviderFailure } from './client/provider-failure.ts';

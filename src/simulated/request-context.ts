import { misread } from './deciding/misread.ts';
import { drawErrorProfile, type ErrorProfile } from './deciding/mistakes.ts';
import { findQuery } from './reading/find-query.ts';
import type { ModelRequest } from './reading/message.ts';
import { readQuery } from './reading/read-query.ts';
import type { ShoppingRequest } from './reading/wish.ts';
import type { SimulatedModel } from './simulated-model.ts';

/** The simulated model in front of one request: what it was asked, as it took it in, and with which errors. */
export interface RequestContext {
  readonly model: SimulatedModel;
  readonly query: string;
  /** With the model's own misreadings. */
  readonly shopping: ShoppingRequest;
  readonly errorProfile: ErrorProfile;
}

/** The same query, model, temperature and seed give the same context in every turn of a conversation. */
export function requestContextOf(model: SimulatedModel, request: ModelRequest): RequestContext {
  const query = findQuery(request.messages);
  const understood = readQuery(query);
  const seed = `${request.seed}\0${request.temperature}`;
  const errorProfile = drawErrorProfile(model.skill, understood, query, seed);
  return { model, query, shopping: misread(understood, errorProfile), errorProfile };
}

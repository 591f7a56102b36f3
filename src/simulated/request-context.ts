import { misread } from './deciding/misread.ts';
import { drawErrorProfile, type ErrorProfile } from './deciding/mistakes.ts';
import { findQuery } from './reading/find-query.ts';
import type { ModelRequest } from './reading/message.ts';
import { readQuery } from './reading/read-query.ts';
import type { ShoppingRequest } from './reading/wish.ts';
import type { SimulatedModel } from './simulated-model.ts';

/** A simulated model's view of one request: the query, how the model reads it, and its mistakes. */
export interface RequestContext {
  readonly model: SimulatedModel;
  readonly query: string;
  /** Including the model's misreadings. */
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

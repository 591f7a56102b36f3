import { misread } from './deciding/misread.ts';
import { drawTemper, type Temper } from './deciding/mistakes.ts';
import type { HouseModel } from './house-model.ts';
import { findQuery } from './reading/find-query.ts';
import type { ModelRequest } from './reading/message.ts';
import { readQuery } from './reading/read-query.ts';
import type { ShoppingRequest } from './reading/wish.ts';

/** The simulated model in front of one request: what it was asked, as it took it in, and in what temper. */
export interface Mind {
  readonly model: HouseModel;
  readonly query: string;
  /** With the model's own misreadings. */
  readonly shopping: ShoppingRequest;
  readonly temper: Temper;
}

/** The same query, model, temperature and seed give the same mind in every turn of a conversation. */
export function mindOf(model: HouseModel, request: ModelRequest): Mind {
  const query = findQuery(request.messages);
  const understood = readQuery(query);
  const luck = `${request.seed}\0${request.temperature}`;
  const temper = drawTemper(model.skill, understood, query, luck);
  return { model, query, shopping: misread(understood, temper), temper };
}

import type { AgentTraffic, OtherAgentsTraffic } from '../model-traffic.ts';
import type { CallFailure } from './ask-provider.ts';

/** Result of the platform's own short request to a model. */
export type ProbeResult =
  | { readonly answered: true }
  | { readonly answered: false; readonly about: CallFailure['about'] };

export type FailureAttribution =
  | { readonly owner: 'platform'; readonly confirmedBy: 'probe' | 'traffic'; readonly reason: string }
  | { readonly owner: 'agent'; readonly reason: string };

export interface FailedCall {
  readonly model: string;
  readonly about: CallFailure['about'];
  /** When its first try failed, in milliseconds of the traffic's clock. */
  readonly failedAt: number;
}

export interface AttributionParts {
  /** The model that the agent was told to use, so the choice is not the agent's. */
  readonly toldModel: string;
  readonly keyOwner: 'contestant' | 'platform';
  readonly traffic: AgentTraffic;
  readonly probe: (model: string) => Promise<ProbeResult>;
}

/** Number of other agents that must fail at a model before they outweigh an answered probe. */
const OUTWEIGHING_AGENTS = 2;

/**
 * Determines who is responsible for a model call of which every try failed. The platform, only if the outage is
 * confirmed by something that the agent cannot influence: our own short request to the same model, or the requests of
 * other agents. Otherwise the agent: it could get any unlucky attempt repeated by making a request fail.
 */
export async function attributeFailure(call: FailedCall, parts: AttributionParts): Promise<FailureAttribution> {
  const { model, failedAt } = call;
  const { traffic, keyOwner, toldModel } = parts;
  const probed = await parts.probe(model);
  const others = traffic.others(model, failedAt);
  if (probed.answered) return answeredProbe(model, others);
  if (others.answered > 0) return agents(`${model} answered other agents at the same time.`);
  const isAccount = call.about === 'account' || probed.about === 'account';
  if (isAccount && keyOwner === 'contestant' && others.failingAgents === 0) {
    return agents(`Only this key is refused ${model}: a rate limit of its account, or a model that it does not have.`);
  }
  if (model === toldModel || traffic.hasAnswered(model)) {
    return { owner: 'platform', confirmedBy: 'probe', reason: `A short request to ${model} failed as well.` };
  }
  const told = await parts.probe(toldModel);
  if (told.answered) {
    return agents(`${model} has not answered any request at this provider during this run, but ${toldModel} answers.`);
  }
  if (told.about === 'account' && keyOwner === 'contestant') return agents(`Only this key is refused ${model}.`);
  const reason = `Short requests to ${model} and to ${toldModel} failed as well.`;
  return { owner: 'platform', confirmedBy: 'probe', reason };
}

function answeredProbe(model: string, { answered, failingAgents }: OtherAgentsTraffic): FailureAttribution {
  if (answered > 0 || failingAgents < OUTWEIGHING_AGENTS) {
    return agents(`${model} answered a short request at the same time.`);
  }
  const reason = `${failingAgents} other agents got no answer from ${model} at the same time.`;
  return { owner: 'platform', confirmedBy: 'traffic', reason };
}

function agents(reason: string): FailureAttribution {
  return { owner: 'agent', reason };
}

import type { AgentTraffic, OtherAgentsTraffic } from '../model-traffic.ts';
import type { CallFailure } from './ask-provider.ts';

/** How the platform's own short request to a model ended. */
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
  /** The model that the agent was told to use, which it did not choose. */
  readonly toldModel: string;
  readonly keyOwner: 'contestant' | 'platform';
  readonly traffic: AgentTraffic;
  readonly probe: (model: string) => Promise<ProbeResult>;
}

/** So many other agents must fail at a model before they outweigh a probe that it answered. */
const OUTWEIGHING_AGENTS = 2;

/**
 * Whose fault a model call is that failed in every try. The platform's only when something that the agent cannot arrange
 * shows the outage: our own short request to the same model, or the requests of other agents. Everything else stays with
 * the agent, or every unlucky attempt could be had again for the price of a request that fails.
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

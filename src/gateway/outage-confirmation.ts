export const OUTAGE_CONFIRMATIONS = ['probe', 'traffic'] as const;

/** What confirmed a model outage: the platform's own short request to it, or requests of other agents. */
export type OutageConfirmation = (typeof OUTAGE_CONFIRMATIONS)[number];

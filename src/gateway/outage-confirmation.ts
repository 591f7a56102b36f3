export const OUTAGE_CONFIRMATIONS = ['probe', 'traffic'] as const;

/** What showed that a model was out of order: the platform's own short request to it, or requests of other agents. */
export type OutageConfirmation = (typeof OUTAGE_CONFIRMATIONS)[number];

/** What contestants do: submissions (check, accept, cooldown, licence), display names and webhooks. */

export { fillCodeForms } from './likeness/fill-code-forms.ts';
export { setProfile } from './profiles/set-profile.ts';
export { checkAgent } from './submission/check-agent.ts';
export { clearAllCooldowns } from './submission/clear-all-cooldowns.ts';
export { clearCooldown } from './submission/clear-cooldown.ts';
export { secondsUntil } from './submission/cooldown.ts';
export { LICENCES, type Licence, licenceSchema, parseLicence, strictestLicence } from './submission/licence.ts';
export { submitAgent } from './submission/submit-agent.ts';
export { addWebhook, removeWebhook, removeWebhookByOperator } from './webhooks/change-webhooks.ts';
export { countWebhooks, openTarget, resealWebhooks } from './webhooks/stored-webhook.ts';
export type { WebhookPolicy } from './webhooks/webhook-policy.ts';
export { WebhookSender } from './webhooks/webhook-sender.ts';

/** Notifications of the arena: feeds and webhooks. */
export { arenaFeed, contestantFeed, type FeedEntry } from './notices/feed.ts';
export { ownWebhooks } from './notices/own-webhooks.ts';

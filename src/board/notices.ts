/** What the arena tells people without being asked: feeds and webhooks. */
export { arenaFeed, contestantFeed, type FeedEntry } from './notices/feed.ts';
export { ownWebhooks } from './notices/own-webhooks.ts';

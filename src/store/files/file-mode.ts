/**
 * Permissions of what the product writes. Data folders hold unreleased agents, hidden problems, evidence and keys of
 * providers, so files and folders are for their owner unless the caller writes something for publishing.
 */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
/** Evidence and blobs: written once. */
export const PRIVATE_READ_ONLY = 0o400;
/** Less what the user's umask takes away: releases, reports and exports that a person asked for by name. */
export const SHARED_FILE = 0o666;
export const SHARED_FOLDER = 0o777;

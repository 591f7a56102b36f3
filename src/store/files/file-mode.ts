/**
 * Permissions of the files the product writes. Data folders contain unreleased agents, hidden problems, evidence and
 * provider keys, so files and folders are private to their owner unless the caller writes something for publication.
 */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
/** Evidence and blobs: written once. */
export const PRIVATE_READ_ONLY = 0o400;
/** The umask applies: releases, reports and exports that a user asked for by name. */
export const SHARED_FILE = 0o666;
export const SHARED_FOLDER = 0o777;

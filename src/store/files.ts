/** Files that survive a crash: locks, durable writes, bounded reads. */
export { appendDurably } from './files/append-durably.ts';
export { PRIVATE_FILE, PRIVATE_READ_ONLY, SHARED_FILE, SHARED_FOLDER } from './files/file-mode.ts';
export { withFolderLock } from './files/folder-lock.ts';
export { readObjects } from './files/json-object-reader.ts';
export { linesWithPositions } from './files/line-positions.ts';
export { type Line, type LineReaderOptions, readLines } from './files/line-reader.ts';
export { makeFolder, makePrivateFolder } from './files/make-folder.ts';
export { isAlive, PROCESS_NAMESPACE } from './files/process-identity.ts';
export { fileSize, readTextFile } from './files/read-text-file.ts';
export { abandonReplacements, findLeftovers, replaceFile } from './files/replace-file.ts';
export { storageFault, systemErrorCode } from './files/storage-fault.ts';
export { syncToDisk } from './files/sync-to-disk.ts';
export { makeTemporaryFolder, sweepTemporaryFolders } from './files/temporary-folder.ts';

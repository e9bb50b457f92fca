/** The public module of this feature. */
export { storedBytes } from './storage-quota.ts';
export { removeFile } from './upload-file.ts';

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tableName } from '../../platform/engines/duckdb/tenant-files.ts';
import { AppError } from '../../platform/errors.ts';
import { filesFolder } from '../connections/index.ts';
import type { FileRequest } from './import-upload.ts';
import { INCOMING, type UploadLimit } from './uploads.ts';

/** Bytes of a tenant's files, complete or arriving, with their imported copies. */
export async function storedBytes(
  folder: string,
  isIncluded: (name: string) => boolean = () => true,
): Promise<number> {
  const complete = (await namesIn(folder)).filter((name) => name !== INCOMING && isIncluded(name));
  const transfers = (await namesIn(join(folder, INCOMING))).filter(isIncluded);
  const arriving = transfers.map(async (transfer) => {
    const own = join(folder, INCOMING, transfer);
    return (await namesIn(own)).map((name) => join(own, name));
  });
  const paths = [...complete.map((name) => join(folder, name)), ...(await Promise.all(arriving)).flat()];
  const sizes = paths.map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/**
 * How large a file may be: as the instance allows, and as the tenant's storage quota has room for. The file that it
 * replaces and the parts of it that have arrived, in the folder `transfer`, do not count.
 */
export async function uploadLimit(
  { services: { config, quotas, metrics }, tenantId }: FileRequest,
  name: string,
  transfer: string,
): Promise<UploadLimit> {
  const maxBytes = config.uploadLimitMb * mebibyte;
  const { storageBytes: quota } = await quotas.limits(tenantId);
  const ofInstance = {
    maxBytes,
    beyond: () =>
      new AppError('BODY_TOO_LARGE', {
        message: `The file is larger than the limit of ${config.uploadLimitMb} MB. The operator can raise INLAY_UPLOAD_LIMIT_MB.`,
      }),
  };
  if (quota === undefined) return ofInstance;
  const table = tableName(name);
  const isOther = (each: string) => each !== transfer && tableName(each) !== table;
  const left = Math.max(0, quota - (await storedBytes(filesFolder({ config }, tenantId), isOther)));
  if (left >= maxBytes) return ofInstance;
  return {
    maxBytes: left,
    beyond: () => {
      metrics.quotaRefusals.inc({ quota: 'storageBytes' });
      return new AppError('STORAGE_QUOTA_REACHED', {
        message: `The storage quota is ${megabytes(quota)} MB, and ${megabytes(left)} MB of it are left for this file. Delete files that you no longer need; the operator of this instance can raise the quota.`,
      });
    },
  };
}

const mebibyte = 1024 * 1024;
const megabytes = (bytes: number): number => Math.floor(bytes / 100_000) / 10;

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);

import { readFileSync } from 'node:fs';

const headerBytes = 32;
const frameHeaderBytes = 24;

/** How many commits the write-ahead log of a SQLite file holds. https://sqlite.org/fileformat2.html#walformat */
export function countCommits(file: string): number {
  const wal = readFileSync(`${file}-wal`);
  if (wal.length < headerBytes) return 0;
  const frameBytes = frameHeaderBytes + wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  let commits = 0;
  for (let at = headerBytes; at + frameBytes <= wal.length; at += frameBytes) {
    const isOfThisLog = wal.subarray(at + 8, at + 16).equals(salt);
    const pagesAfterCommit = wal.readUInt32BE(at + 4);
    if (isOfThisLog && pagesAfterCommit > 0) commits += 1;
  }
  return commits;
}

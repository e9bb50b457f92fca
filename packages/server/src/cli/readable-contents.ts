import { sumOf } from '../features/backup/back-up.ts';
import { number } from './progress.ts';

/** `1,234 rows (2 tenants, 700 users) and 3 files` */
export function readableContents(rows: Readonly<Record<string, number>>, files: number): string {
  const counted = `${plural(rows.tenants ?? 0, 'tenant')}, ${plural(rows.users ?? 0, 'user')}`;
  return `${plural(sumOf(rows), 'row')} (${counted}) and ${plural(files, 'file')}`;
}

const plural = (count: number, noun: string) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

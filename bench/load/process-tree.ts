import { readdirSync, readFileSync } from 'node:fs';

/** A process and its descendants (Linux). Parents are read from `stat`, since not every kernel lists children. */
export function processTree(pid: number): readonly number[] {
  const children = Map.groupBy(readdirSync('/proc').map(Number).filter(Boolean), parentOf);
  const tree = (root: number): readonly number[] => [root, ...(children.get(root) ?? []).flatMap(tree)];
  return tree(pid);
}

/** CPU time of all threads of a process so far; 0 if it has ended. */
export function cpuMsOf(pid: number): number {
  const fields = statOf(pid);
  // In clock ticks, of which Linux has a hundred per second.
  return fields === undefined ? 0 : (Number(fields[11]) + Number(fields[12])) * 10;
}

/** In megabytes. Pages that several processes share, such as their code, count once in all (`Pss`). */
export function memoryMbOf(pid: number): number {
  const [, kilobytes = 0] = /^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes) / 1024;
}

function parentOf(pid: number): number | undefined {
  return Number(statOf(pid)?.[1]);
}

/** The fields after the name of the program, which may contain spaces. */
function statOf(pid: number): readonly string[] | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Empty if the process has ended in the meantime. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

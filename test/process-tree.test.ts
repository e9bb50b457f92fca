import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { cpuMsOf, memoryMbOf, processTree } from '../bench/load/process-tree.ts';

describe('processes of a benchmark', { skip: process.platform !== 'linux' }, () => {
  it('include the children of children, with their memory and CPU time', async () => {
    const shell = spawn('sh', ['-c', 'sh -c "echo started; read line; true"; true'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(shell.stdout, 'data');
    const tree = processTree(shell.pid ?? 0);
    assert.deepEqual([tree[0], tree.length], [shell.pid, 2]);
    assert.ok(processTree(process.pid).includes(tree[1] ?? 0));
    assert.ok(tree.every((pid) => memoryMbOf(pid) > 0));
    assert.ok(cpuMsOf(process.pid) > 0);
    shell.stdin.end();
    await once(shell, 'close');
    assert.deepEqual(tree.map(memoryMbOf), [0, 0]);
  });
});

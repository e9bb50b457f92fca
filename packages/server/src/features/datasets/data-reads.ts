import type { DataAccess } from '../../platform/audit/access-log.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import type { GuardedPlan } from '../../platform/query/guard/guard.ts';
import type { DataViewer } from '../connections/index.ts';

/** A dataset that a query read, for the audit log. */
export interface DataRead {
  /** Null for one that is not saved. */
  readonly datasetId: string | null;
  /** Where the rules that applied are in the dataset. Their values belong to the viewer. */
  readonly rules: readonly string[];
  readonly rows: number;
}

const MAX_RULES = 50;

/** Every dataset whose fields the query uses. */
export function readsOf({ plan, sources }: GuardedPlan, rows: number): readonly DataRead[] {
  const rules = new Map<string | null, Set<string>>();
  for (const [index, { dataset }] of plan.sources.entries()) {
    // Version 0 is an unsaved dataset under trial.
    const ofDataset = rules.getOrInsertComputed(dataset.version === 0 ? null : dataset.id, () => new Set());
    for (const { path, outcome } of sources[index]?.findings ?? [])
      if (outcome !== 'false') ofDataset.add(outcome === 'true' ? path : `${path}: denied`);
  }
  return Array.from(rules, ([datasetId, paths]) => ({
    datasetId,
    rules: [...paths].slice(0, MAX_RULES),
    rows,
  }));
}

/** `actor` is the viewer, or the user who reads as one. */
interface Accessing extends Acting {
  readonly action: DataAccess['action'];
  readonly viewer: Pick<DataViewer, 'tenantId' | 'username' | 'workspaceId' | 'bypassesRowRules'>;
  /** With a token that an administrator created to look at an embed. */
  readonly isPreview?: boolean;
}

/** One access per dataset and its rules, with the rows of all queries. */
export function accessesOf(
  { action, actor, caller, viewer, isPreview = false }: Accessing,
  reads: readonly DataRead[],
): readonly DataAccess[] {
  const same = Map.groupBy(reads, ({ datasetId, rules }) => JSON.stringify([datasetId, rules]));
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const rows = group.reduce((sum, read) => sum + read.rows, 0);
    const details = {
      workspace: viewer.workspaceId,
      ...(viewer.username === actor ? {} : { viewer: viewer.username }),
      ...(isPreview ? { preview: true } : {}),
      ...(viewer.bypassesRowRules ? { unruled: true } : { rules: first.rules }),
    };
    return [{ tenantId: viewer.tenantId, action, actor, caller, datasetId: first.datasetId, rows, details }];
  });
}

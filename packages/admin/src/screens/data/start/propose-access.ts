import type { RowRule } from '@inlay/protocol/rule';
import type { DraftDataset } from './draft-dataset.ts';
import { proposeOwners } from './propose-owners.ts';

/** Who sees which rows of a new dataset. */
export type Access =
  | { readonly kind: 'column'; readonly column: string; readonly attribute: string }
  /** Rows whose related row the viewer sees. */
  | { readonly kind: 'follow'; readonly relationship: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'nobody' };

type Draft = Pick<DraftDataset, 'id' | 'name' | 'columns' | 'relationships'>;

/**
 * The access that the columns suggest, by dataset. Undefined where nothing does: then somebody has to choose, because
 * all rows for everyone is never a default.
 */
export function proposeAccess(drafts: readonly Draft[]): ReadonlyMap<string, Access | undefined> {
  const best = new Map<
    string,
    { readonly access: Access; readonly rank: number; readonly isStrong: boolean }
  >();
  for (const { id, columns, name } of drafts) {
    const [owner] = proposeOwners(columns, name);
    if (owner) best.set(id, { ...owner, access: byColumn(owner) });
  }
  // Order lines follow orders, which follow customers; each only what is decided by somebody above its own owner.
  for (let step = 0; step < drafts.length; step += 1) {
    for (const { id, relationships } of drafts) {
      for (const { name, dataset, kind } of relationships) {
        const parent = best.get(dataset);
        if (kind === 'one-to-many' || !parent?.isStrong || parent.rank >= (best.get(id)?.rank ?? Infinity))
          continue;
        best.set(id, { ...parent, access: { kind: 'follow', relationship: name } });
      }
    }
  }
  return new Map(drafts.map(({ id }) => [id, best.get(id)?.access]));
}

const byColumn = ({
  column,
  attribute,
}: {
  readonly column: string;
  readonly attribute: string;
}): Access => ({
  kind: 'column',
  column,
  attribute,
});

/** The fields of a dataset that grant this access. */
export function rulesOf(access: Access): { readonly segmented?: false; readonly rowRules?: RowRule[] } {
  switch (access.kind) {
    case 'column': {
      const { column, attribute } = access;
      return { rowRules: [{ column, operator: 'in', values: { context: `attributes.${attribute}` } }] };
    }
    case 'follow':
      return { rowRules: [{ follow: access.relationship }] };
    case 'all':
      return { segmented: false };
    case 'nobody':
      return {};
  }
}

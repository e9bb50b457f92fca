import type { DataMessages } from '@inlay/messages/data';
import type { DatasetSource } from '@inlay/protocol/dataset';
import type { RelationshipSuggestion } from '@inlay/protocol/model-api';
import { api } from '../../../api/api.ts';
import type { DraftDataset } from './draft-dataset.ts';
import { draftOfSource } from './draft-of-source.ts';
import { freeId } from './free-id.ts';
import { nameSource } from './name-source.ts';
import { readFacts } from './read-facts.ts';

export interface LoadedDrafts {
  readonly drafts: readonly DraftDataset[];
  readonly suggestions: readonly RelationshipSuggestion[];
}

/** Reads the columns, first rows and counts of each source, and what relates them. Creates nothing. */
export async function loadDrafts(
  connectionId: string,
  sources: readonly DatasetSource[],
  taken: ReadonlySet<string>,
  t: DataMessages['measures'],
): Promise<LoadedDrafts> {
  const drafts: DraftDataset[] = [];
  const ids = new Set(taken);
  for (const source of sources) {
    const inferred = await api.post('/datasets/infer', { body: { connectionId, source } });
    const id = freeId(nameSource(source), ids, 'dataset');
    ids.add(id);
    const draft = draftOfSource(id, source, inferred, t);
    drafts.push({ ...draft, facts: await readFacts(connectionId, draft) });
  }
  const body = { drafts: drafts.map(({ id, name, source, columns }) => ({ id, name, source, columns })) };
  const path = { id: connectionId };
  // A proposal without relationships is better than none.
  const { data } = await api
    .post('/connections/{id}/relationships/suggest', { path, body })
    .catch(() => ({ data: [] }));
  return { drafts, suggestions: data };
}

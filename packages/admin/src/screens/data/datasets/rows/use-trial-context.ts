import type { DatasetDraft } from '@inlay/protocol/dataset';
import type { DataModel } from '@inlay/protocol/model-api';
import { readAttributes } from '@inlay/protocol/read-attributes';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ContextDraft, emptyContext } from '../../../../parts/form/context-draft.ts';

/**
 * The viewer of a trial, with a row for each attribute that the rules read. Rules that follow other datasets need those
 * of their rules too, which are known once the model is loaded.
 */
export function useTrialContext(
  draft: DatasetDraft,
  model: DataModel | undefined,
): readonly [ContextDraft, (context: ContextDraft) => void] {
  const keys = readAttributes(draft, (id) => model?.datasets.find((dataset) => dataset.id === id)).map(
    ({ key }) => key,
  );
  const [context, setContext] = useState<ContextDraft>(() =>
    offering({ ...emptyContext, workspaceId: draft.workspaceId ?? emptyContext.workspaceId }, [], keys),
  );
  const offered = useRef(keys);
  // Not on every change: a row that someone removed stays removed.
  useEffect(() => {
    const before = offered.current;
    offered.current = keys;
    setContext((current) => offering(current, before, keys));
  }, [keys.join('\n')]);
  return [context, setContext];
}

/** Adds rows for attributes, and removes those that were offered before and are still empty. */
function offering(context: ContextDraft, before: readonly string[], keys: readonly string[]): ContextDraft {
  const kept = context.attributes.filter(
    ({ key, text }) => text !== '' || keys.includes(key) || !before.includes(key),
  );
  const known = new Set(kept.map(({ key }) => key));
  const added = keys
    .filter((key) => !known.has(key))
    .map((key) => ({ key, kind: 'text', text: '' }) as const);
  return { ...context, attributes: [...kept, ...added] };
}

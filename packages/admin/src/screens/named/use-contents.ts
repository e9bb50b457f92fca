import { useEffect, useState } from 'preact/hooks';
import { loadQuery } from '../../api/query-cache.ts';
import type { Content, NamedKind } from './named-kind.ts';

export interface CountedContent extends Content {
  readonly to: string;
  /** Unknown while it loads, or if it could not be counted. */
  readonly total: number | undefined;
}

/** What belongs to a group or workspace, with totals. */
export function useContents(
  { plural, contents }: NamedKind,
  id: string | undefined,
): readonly CountedContent[] {
  const [totals, setTotals] = useState<readonly (number | undefined)[]>([]);
  useEffect(() => {
    if (id === undefined) return undefined;
    let isMounted = true;
    const count = async ({ first }: Content) => (await loadQuery(first(id))).meta.total;
    void Promise.all(contents.map((content) => count(content).catch(() => undefined))).then(
      (counts) => isMounted && setTotals(counts),
    );
    return () => {
      isMounted = false;
    };
  }, [plural, id]);
  return contents.map((content, at) => ({
    ...content,
    to: `/${content.list}${encodeURIComponent(id ?? '')}`,
    total: totals[at],
  }));
}

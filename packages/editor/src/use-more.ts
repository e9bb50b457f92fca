import { useEffect, useState } from 'preact/hooks';
import type { EditorTexts } from './editor-texts.ts';
import type { More } from './more/more-panels.ts';

/** Loads the settings below the filters, which the editor shows after them. */
export const loadMoreSettings = async (tag: string): Promise<More> =>
  (await import('./more/more-panels.ts')).loadMore(tag);

/** The settings below the filters, loaded after them. */
export function useMore({ tag }: EditorTexts): More | undefined {
  const [more, setMore] = useState<More>();
  useEffect(() => {
    loadMoreSettings(tag).then(setMore, console.error);
  }, [tag]);
  return more;
}

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface OpenItem {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly open: number | undefined;
  readonly toggle: (at: number) => void;
  readonly close: () => void;
  /** Opens an item that is about to be added. */
  readonly openAdded: (at: number) => void;
}

/** The item of a list that is open for editing. An added one gets the focus, because it may be below the visible part. */
export function useOpenItem(): OpenItem {
  const [open, setOpen] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const added = useRef<number | undefined>(undefined);
  useEffect(() => {
    const item = added.current === undefined ? undefined : list.current?.children[added.current];
    if (!item) return;
    added.current = undefined;
    item.querySelector<HTMLInputElement>('.rows-more input')?.select();
  });
  return {
    list,
    open,
    toggle: (at) => setOpen(open === at ? undefined : at),
    close: () => setOpen(undefined),
    openAdded: (at) => {
      added.current = at;
      setOpen(at);
    },
  };
}

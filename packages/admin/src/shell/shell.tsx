import { Icon } from '@inlay/ui/controls/icon';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useMessages } from '../messages.ts';
import { path } from '../router.ts';
import { me } from '../session/session.ts';
import { LazyOverlays } from './lazy-overlays.tsx';
import { Mark } from './mark.tsx';
import { listenForPalette } from './palette-open.ts';
import { listenForShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';

/** The sidebar beside the screen; on a phone it is a drawer behind a button. */
export function Shell({ children }: { readonly children: ComponentChildren }): VNode {
  const drawer = useRef<HTMLDialogElement>(null);
  const isOffline = useOffline();
  const t = useMessages('admin').shell;
  useEffect(listenForPalette, []);
  useEffect(listenForShortcuts, []);
  const close = () => drawer.current?.close();
  return (
    <div class="shell">
      <a class="skip" href="#view">
        {t.skip}
      </a>
      <aside class="sidebar">
        <Sidebar onFollow={close} />
      </aside>
      <header class="topbar">
        <button
          type="button"
          class="ui-icon-button"
          aria-label={t.menu}
          onClick={() => drawer.current?.showModal()}
        >
          <svg
            viewBox="0 0 16 16"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            stroke-width="1.5"
            aria-hidden="true"
          >
            <path d="M2 4.5h12M2 8h12M2 11.5h12" />
          </svg>
        </button>
        <Mark />
        <span class="brand-name">{me.value?.tenant.name}</span>
      </header>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as the browser does with every dialog */}
      <dialog
        ref={drawer}
        class="drawer"
        aria-label={t.menu}
        onClick={(event) => event.target === drawer.current && close()}
      >
        <button type="button" class="ui-icon-button drawer-close" aria-label={t.closeMenu} onClick={close}>
          <Icon name="close" />
        </button>
        <Sidebar onFollow={close} />
      </dialog>
      <main id="view" class="view" tabIndex={-1} key={path.value.split('/')[1]}>
        {isOffline && (
          <p class="offline" role="status">
            {t.offline}
          </p>
        )}
        {children}
      </main>
      <LazyOverlays />
    </div>
  );
}

function useOffline(): boolean {
  const [offline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const read = () => setOffline(!navigator.onLine);
    addEventListener('online', read);
    addEventListener('offline', read);
    return () => {
      removeEventListener('online', read);
      removeEventListener('offline', read);
    };
  }, []);
  return offline;
}

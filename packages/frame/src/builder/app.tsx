import { UiTextsContext } from '@inlay/ui/ui-texts';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Builder } from './builder.ts';
import { CanvasPage } from './canvas-page.tsx';
import { Home } from './home/home.tsx';

const TOAST_MS = 6_000;

export function App({ builder }: { readonly builder: Builder }): VNode {
  const { dialog, toast } = builder;
  const opened = builder.dashboards.opened.value;
  const message = toast.value;
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => {
      toast.value = undefined;
    }, TOAST_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <UiTextsContext.Provider value={builder.messages.value}>
      {opened ? <CanvasPage key={opened.id} builder={builder} opened={opened} /> : <Home builder={builder} />}
      {dialog.value}
      {message ? (
        <p
          class="inlay-toast bld-toast"
          role={message.tone === 'bad' ? 'alert' : 'status'}
          data-tone={message.tone}
        >
          {message.text}
        </p>
      ) : null}
    </UiTextsContext.Provider>
  );
}

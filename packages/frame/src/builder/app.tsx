import { UiTextsContext } from '@inlay/ui/ui-texts';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Builder } from './builder.ts';
import { CanvasPage } from './canvas-page.tsx';
import { Home } from './home/home.tsx';

const TOAST_MS = 6_000;

export function App({ builder }: { readonly builder: Builder }): VNode {
  const { opened, dialog, toast } = builder;
  const told = toast.value;
  useEffect(() => {
    if (!told) return;
    const wait = setTimeout(() => {
      toast.value = undefined;
    }, TOAST_MS);
    return () => clearTimeout(wait);
  }, [told]);
  return (
    <UiTextsContext.Provider value={builder.words.value}>
      {opened.value ? (
        <CanvasPage key={opened.value.id} builder={builder} opened={opened.value} />
      ) : (
        <Home builder={builder} />
      )}
      {dialog.value}
      {told ? (
        <p
          class="inlay-toast bld-toast"
          role={told.tone === 'bad' ? 'alert' : 'status'}
          data-tone={told.tone}
        >
          {told.words}
        </p>
      ) : null}
    </UiTextsContext.Provider>
  );
}

import { AppTextsContext, UiTextsContext } from '@inlay/ui/ui-texts';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from './messages.ts';

/** Gives the kit and its forms their texts in the language of the app. */
export function KitTexts({ children }: { readonly children: ComponentChildren }): VNode {
  const messages = useMessages('admin');
  return (
    <UiTextsContext.Provider value={{ ...messages.actions, ...messages.kit }}>
      <AppTextsContext.Provider value={messages}>{children}</AppTextsContext.Provider>
    </UiTextsContext.Provider>
  );
}

import { ProblemTextsContext } from '@inlay/ui/form/problem-texts';
import { AppTextsContext, UiTextsContext } from '@inlay/ui/ui-texts';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from './messages.ts';

/** Gives the kit and its forms their texts in the language of the app. */
export function KitTexts({ children }: { readonly children: ComponentChildren }): VNode {
  const { actions, kit, form } = useMessages('admin');
  return (
    <UiTextsContext.Provider value={{ ...kit, close: actions.close, cancel: actions.cancel }}>
      <AppTextsContext.Provider
        value={{
          ...kit,
          save: actions.save,
          copyNamed: (name) => kit.copyNamed({ name }),
          pageRange: (first, last, all) => kit.pageRange({ first, last, all }),
        }}
      >
        <ProblemTextsContext.Provider
          value={{
            ...form,
            oneOf: (values) => form.oneOf({ values }),
            minLength: (count) => form.minLength({ count }),
            maxLength: (count) => form.maxLength({ count }),
            minimum: (min) => form.minimum({ min }),
            maximum: (max) => form.maximum({ max }),
            range: (min, max) => form.range({ min, max }),
            minItems: (count) => form.minItems({ count }),
            maxItems: (count) => form.maxItems({ count }),
          }}
        >
          {children}
        </ProblemTextsContext.Provider>
      </AppTextsContext.Provider>
    </UiTextsContext.Provider>
  );
}

import type { AdminMessages } from '@inlay/messages/admin';
import { type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The texts of dialogs and fields. Components belong to no app (ADR 272): each app provides them from its messages. */
interface UiTexts {
  readonly close: string;
  readonly cancel: string;
  readonly loading: string;
  /** Only for apps that mark optional fields. */
  readonly optional?: string;
  /** Only for apps with fields that are searched. */
  readonly nothingFound?: string;
}

/** The texts of forms and of components that only the admin app uses: embeds do not load them. */
type AppTexts = Pick<AdminMessages, 'actions' | 'kit' | 'form'>;

export const UiTextsContext = createContext<UiTexts | undefined>(undefined);

export const AppTextsContext = /* @__PURE__ */ createContext<AppTexts | undefined>(undefined);

export const useUiTexts = (): UiTexts => useTexts(UiTextsContext);

export const useAppTexts = (): AppTexts => useTexts(AppTextsContext);

function useTexts<T>(context: Context<T | undefined>): T {
  const texts = useContext(context);
  if (!texts) throw new Error('The app does not provide UiTextsContext and AppTextsContext.');
  return texts;
}

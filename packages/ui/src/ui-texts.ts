import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The texts that dialogs and fields bring themselves. Components know no app (ADR 272): it provides them. */
export interface UiTexts {
  readonly close: string;
  readonly cancel: string;
  readonly optional: string;
}

/** The texts of components that only the admin app uses: embeds do not load them. */
export interface AppTexts {
  readonly loading: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyNamed: (name: string) => string;
  readonly copyFailed: string;
  readonly pages: string;
  readonly pageRange: (first: number, last: number, all: string) => string;
  readonly previous: string;
  readonly next: string;
  readonly unsaved: string;
  readonly unsavedChanges: string;
  readonly unsavedWork: string;
  readonly discard: string;
  readonly save: string;
  readonly dropFile: string;
  readonly dropFiles: string;
}

export const UiTextsContext = createContext<UiTexts>({
  close: 'Close',
  cancel: 'Cancel',
  optional: 'optional',
});

const shown = (number: number) => number.toLocaleString('en');

export const AppTextsContext = /* @__PURE__ */ createContext<AppTexts>({
  loading: 'Loading',
  copy: 'Copy',
  copied: 'Copied',
  copyNamed: (name) => `Copy: ${name}`,
  copyFailed: 'The browser did not allow copying. Select the text and copy it manually.',
  pages: 'Pages',
  pageRange: (first, last, all) => `${shown(first)} to ${shown(last)} of ${all}`,
  previous: 'Previous',
  next: 'Next',
  unsaved: 'Unsaved changes',
  unsavedChanges: 'You have unsaved changes.',
  unsavedWork: 'Your changes here are not saved yet.',
  discard: 'Discard changes',
  save: 'Save',
  dropFile: 'or drop it here',
  dropFiles: 'or drop them here',
});

export const useUiTexts = (): UiTexts => useContext(UiTextsContext);

export const useAppTexts = (): AppTexts => useContext(AppTextsContext);

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The texts that components of the kit bring themselves. */
export interface UiTexts {
  readonly close: string;
  readonly cancel: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyNamed: (name: string) => string;
  readonly copyFailed: string;
  readonly optional: string;
  readonly loading: string;
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

const number = new Intl.NumberFormat('en');

export const englishUiTexts: UiTexts = {
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyNamed: (name) => `Copy: ${name}`,
  copyFailed: 'The browser does not let this page copy. Select the text and copy it by hand.',
  optional: 'optional',
  loading: 'Loading',
  pages: 'Pages',
  pageRange: (first, last, all) => `${number.format(first)} to ${number.format(last)} of ${all}`,
  previous: 'Previous',
  next: 'Next',
  unsaved: 'Not saved yet',
  unsavedChanges: 'You have changes that are not saved.',
  unsavedWork: 'What you changed here is not saved yet.',
  discard: 'Undo the changes',
  save: 'Save',
  dropFile: 'or drop it here',
  dropFiles: 'or drop them here',
};

export const UiTextsContext = createContext(englishUiTexts);

export const useUiTexts = (): UiTexts => useContext(UiTextsContext);

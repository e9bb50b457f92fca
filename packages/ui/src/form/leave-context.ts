import { createContext } from 'preact';

/** The container of a form: the page, or a dialog, which can be left separately. */
export type Place = symbol;
export const PAGE: Place = Symbol('page');

/** The nearest dialog, or the page. */
export const PlaceContext = createContext(PAGE);

/** How a dialog is left: at once, unless the app guards unsaved work. */
export const LeaveContext = createContext((go: () => void, _place?: Place): void => go());

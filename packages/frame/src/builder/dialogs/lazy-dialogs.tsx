import { type Attributes, type ComponentProps, type FunctionComponent, h, type VNode } from 'preact';
import { Lazy } from '../parts/lazy.tsx';

const load = () => import('./index.ts');
type Dialogs = Awaited<ReturnType<typeof load>>;

/** The canvas does not wait for dialogs: their file is loaded when the first one opens. */
const lazy =
  <Name extends keyof Dialogs>(name: Name) =>
  (props: ComponentProps<Dialogs[Name]>): VNode => (
    <Lazy load={load} render={(dialogs) => h(dialogs[name] as FunctionComponent, props as Attributes)} />
  );

export const ConflictDialog: Dialogs['ConflictDialog'] = lazy('ConflictDialog');
export const RemovalDialog: Dialogs['RemovalDialog'] = lazy('RemovalDialog');
export const ShareDialog: Dialogs['ShareDialog'] = lazy('ShareDialog');
export const TransitionDialog: Dialogs['TransitionDialog'] = lazy('TransitionDialog');
export const VersionsDialog: Dialogs['VersionsDialog'] = lazy('VersionsDialog');

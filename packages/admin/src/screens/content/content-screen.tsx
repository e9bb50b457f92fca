import type { ContentFacts } from '@inlay/content/content';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { ComponentChildren, VNode } from 'preact';
import { plurals } from '../../parts/content/content-path.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { ContentBar } from './content-bar.tsx';
import { DraftTilesNotice } from './draft-tiles-notice.tsx';
import { type PreviewAs, PreviewAsBar } from './preview-as.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import type { ContentEditor } from './use-content-editor.ts';

interface ContentScreenProps<T extends ContentFacts> {
  readonly editor: ContentEditor<T>;
  readonly as: PreviewAs;
  readonly title: string;
  /** The name of the list that it is in. */
  readonly list: string;
  readonly intro: string | null | undefined;
  readonly children: (first: NonNullable<ContentEditor<T>['first']>) => ComponentChildren;
}

/** The screen of a tile or story, around its editor. */
export function ContentScreen<T extends ContentFacts & { readonly title: string }>(
  props: ContentScreenProps<T>,
): VNode {
  const { editor, as, title, list, intro, children } = props;
  const { kind, shown, error, reload, first, content, isDirty, blocked } = editor;
  return (
    <Screen
      wide
      title={title}
      back={{ to: listPath(as), title: list }}
      intro={intro}
      actions={<ContentBar editor={editor} />}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      <ProblemNotice problem={editor.problem} />
      {!shown && !error && <Skeleton lines={8} />}
      {kind.key === 'stories' && shown && shown.state !== 'archived' && (
        <DraftTilesNotice plural={kind.key} shown={shown} isDirty={isDirty} />
      )}
      {first && (
        <>
          <PreviewAsBar as={as} content={blocked === undefined ? content : undefined} />
          {children(first)}
        </>
      )}
      {as.dialog}
    </Screen>
  );
}

/** The list of an app that has this kind of content. */
export const listPath = ({ appId, kind }: PreviewAs): string =>
  `/apps/${encodeURIComponent(appId)}?tab=${plurals[kind]}`;

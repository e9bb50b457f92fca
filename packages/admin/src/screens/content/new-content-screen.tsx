import { Button } from '@inlay/ui/controls/button';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { ComponentChildren, VNode } from 'preact';
import { contentPath } from '../../parts/content/content-path.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { navigate } from '../../router.ts';
import { listPath } from './content-screen.tsx';
import { type PreviewAs, PreviewAsBar } from './preview-as.tsx';

interface NewContentScreenProps<Content extends object> {
  readonly as: PreviewAs;
  readonly title: string;
  readonly texts: { readonly all: string; readonly create: string; readonly created: string };
  /** As it would be saved; nothing while it cannot be. */
  readonly content: Content | undefined;
  /** What is missing. */
  readonly hint: string | undefined;
  /** Leaving would lose something. */
  readonly isBegun: boolean;
  readonly create: (content: Content) => Promise<{ readonly id: string }>;
  readonly children: ComponentChildren;
}

/** The screen of a tile or story that does not exist yet. */
export function NewContentScreen<Content extends object>(props: NewContentScreenProps<Content>): VNode {
  const { as, title, texts, content, hint, isBegun, create, children } = props;
  const { busy, error, run } = useTask();
  useUnsaved(isBegun);
  const save = () =>
    run(async () => {
      if (!content) return;
      const { id } = await create(content);
      showToast(texts.created);
      navigate(contentPath({ kind: as.kind, id, appId: as.appId }), { replace: true, unasked: true });
    });
  return (
    <Screen
      wide
      title={title}
      back={{ to: listPath(as), title: texts.all }}
      actions={
        <>
          {hint && <span class="ui-muted ui-small">{hint}</span>}
          <Button variant="primary" busy={busy} disabled={!content} onClick={() => void save()}>
            {texts.create}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      <PreviewAsBar as={as} content={content} />
      {children}
      {as.dialog}
    </Screen>
  );
}

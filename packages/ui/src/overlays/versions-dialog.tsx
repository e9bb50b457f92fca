import type { ComponentChildren, VNode } from 'preact';
import { Dialog } from './dialog.tsx';

interface Version {
  readonly key: number;
  readonly title: string;
  /** Who published it and when. */
  readonly details: ComponentChildren;
  readonly comment?: string | null | undefined;
  readonly badges?: ComponentChildren;
  /** What can be done with it, and its differences. */
  readonly children?: ComponentChildren;
  readonly onSelect?: () => void;
}

interface VersionsDialogProps {
  readonly title: string;
  readonly versions: readonly Version[];
  /** Said above the list, or instead of it while it loads or if it is empty. */
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** The versions of something, newest first. */
export function VersionsDialog({ title, versions, children, onClose }: VersionsDialogProps): VNode {
  return (
    <Dialog title={title} onClose={onClose} side>
      {children}
      <ol class="ui-versions">
        {versions.map((version) => (
          <li key={version.key}>
            <Head {...version} />
            {version.children}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function Head({ title, details, comment, badges, onSelect }: Version): VNode {
  const content = (
    <>
      <strong>{title}</strong>
      <small>{details}</small>
      {badges}
      {comment && (
        <small class="ui-version-comment" dir="auto">
          {comment}
        </small>
      )}
    </>
  );
  if (!onSelect) return <div class="ui-version">{content}</div>;
  return (
    <button type="button" class="ui-version" onClick={onSelect}>
      {content}
    </button>
  );
}

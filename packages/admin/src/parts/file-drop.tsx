import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

interface FileDropProps {
  readonly label: string;
  readonly hint: ComponentChildren;
  readonly accept: string;
  readonly many?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A drop zone for files, with a file picker for those who cannot drag. */
export function FileDrop({ label, hint, accept, many, onFiles }: FileDropProps): VNode {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <label
      class={over ? 'file-drop file-drop-over' : 'file-drop'}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) onFiles(many ? files : files.slice(0, 1));
      }}
    >
      <span>
        <span class="button button-main">{label}</span>{' '}
        <span class="muted">or drop {many ? 'them' : 'it'} here</span>
      </span>
      <span class="small muted">{hint}</span>
      <input
        type="file"
        class="offscreen"
        accept={accept}
        multiple={many ?? false}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}

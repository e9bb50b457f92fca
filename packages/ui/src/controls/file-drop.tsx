import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAppTexts } from '../ui-texts.ts';

interface FileDropProps {
  readonly label: string;
  readonly hint: ComponentChildren;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A drop zone for files, with a file picker for those who cannot drag. */
export function FileDrop({ label, hint, accept, multiple = false, onFiles }: FileDropProps): VNode {
  const { kit: texts } = useAppTexts();
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <label
      class={over ? 'ui-file-drop ui-file-drop-over' : 'ui-file-drop'}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
      }}
    >
      <span>
        <span class="ui-button ui-button-primary">{label}</span>{' '}
        <small>{multiple ? texts.dropFiles : texts.dropFile}</small>
      </span>
      <small>{hint}</small>
      <input
        type="file"
        class="ui-visually-hidden"
        accept={accept}
        multiple={multiple}
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

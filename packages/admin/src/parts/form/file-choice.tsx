import type { VNode } from 'preact';
import { adoptStyles } from '../page/adopt-styles.ts';
import css from './file-choice.css?inline';

adoptStyles(css);

interface FileChoiceProps {
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** A button that lets people choose a file. */
export function FileChoice({ label, accept, onFile }: FileChoiceProps): VNode {
  return (
    <label class="ui-button ui-button-secondary file-choice">
      {label}
      <input
        type="file"
        class="ui-visually-hidden"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

import type { Ref, VNode } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isDark } from '../../../shell/theme.ts';
import type { Chip } from './text-chips.ts';
import type { TextEditor, TextOffer } from './text-editor.ts';

interface TextBoxProps {
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  /** Read out with the text: its hint and its error. */
  readonly description: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly offersLabel: string;
  readonly chipHint: string;
  readonly chipsOf: (text: string) => readonly Chip[];
  readonly offers: (search: string) => readonly TextOffer[];
  readonly onChange: (text: string) => void;
  readonly onChip: (chip: Chip) => void;
  readonly onRemoveChip: (chip: Chip) => void;
  readonly onReady: () => void;
  /** The editor, once it is there. */
  readonly handle: Ref<TextEditor | undefined>;
}

/** An empty box of the same size until the editor has arrived, which is a file of its own; where it never does, plain text. */
export function TextBox(props: TextBoxProps): VNode {
  const { label, value, rows, description, isInvalid, chipsOf } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  /** What the editor shows, so that only changes from elsewhere are sent to it. */
  const shown = useRef(value);
  const [editor, setEditor] = useState<TextEditor>();
  const [isPlain, setPlain] = useState(false);
  const dark = isDark();
  useEffect(() => {
    let opened: TextEditor | undefined;
    let isWanted = true;
    import('./text-editor.ts').then(
      ({ openTextEditor }) => {
        if (!isWanted || !host.current) return;
        const { onReady, offersLabel, chipHint } = latest.current;
        shown.current = latest.current.value;
        opened = openTextEditor(host.current, {
          label,
          rows,
          offersLabel,
          chipHint,
          value: shown.current,
          onChange: (text) => {
            shown.current = text;
            latest.current.onChange(text);
          },
          onChip: (chip) => latest.current.onChip(chip),
          onRemoveChip: (chip) => latest.current.onRemoveChip(chip),
          offers: (search) => latest.current.offers(search),
        });
        setEditor(opened);
        onReady();
      },
      () => setPlain(true),
    );
    return () => {
      isWanted = false;
      opened?.close();
    };
  }, [label, rows]);
  useImperativeHandle(props.handle, () => editor, [editor]);
  useLayoutEffect(() => {
    editor?.configure({ chipsOf, description, isInvalid, dark });
  }, [editor, chipsOf, description, isInvalid, dark]);
  // Before anything else can be typed.
  useLayoutEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    editor?.setText(value);
  }, [editor, value]);
  if (isPlain) return <PlainText {...props} />;
  return (
    <>
      {!editor && (
        <div class="ui-input text-waiting" style={{ minHeight: heightOf(rows) }} aria-busy="true" />
      )}
      <div ref={host} hidden={!editor} />
    </>
  );
}

const heightOf = (rows: number): string => (rows === 1 ? '32px' : `${rows * 24 + 16}px`);

function PlainText({ label, value, rows, describedBy, isInvalid, onChange }: TextBoxProps): VNode {
  const shared = {
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    value,
    onInput: (event: { currentTarget: HTMLTextAreaElement | HTMLInputElement }) =>
      onChange(event.currentTarget.value),
  };
  return rows === 1 ? (
    <input class="ui-input" autocomplete="off" {...shared} />
  ) : (
    <textarea class="ui-input prose short" style={{ minHeight: heightOf(rows) }} {...shared} />
  );
}

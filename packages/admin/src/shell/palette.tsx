import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Command, usePaletteCommands } from './palette-commands.ts';
import { paletteOpen } from './palette-open.ts';

export function Palette(): VNode | null {
  return paletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette(): VNode {
  const box = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  useEffect(() => box.current?.showModal(), []);
  const close = () => {
    paletteOpen.value = false;
  };
  const found = matching(text, usePaletteCommands());
  const choose = (command: Command | undefined) => {
    if (!command) return;
    close();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Enter') choose(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as the browser does with every dialog
    <dialog
      ref={box}
      class="palette"
      aria-label="Go to"
      onCancel={close}
      onClick={(event) => event.target === box.current && close()}
    >
      <input
        class="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${at}`}
        aria-label="Where to go or what to do"
        placeholder="Where to go or what to do"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id={id} class="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the input, which keeps the focus
          <div
            key={command.title}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            class="palette-item"
            aria-selected={index === at}
            onMouseMove={() => setAt(index)}
            onClick={() => choose(command)}
          >
            <span>{command.title}</span>
            <span class="muted">{command.hint}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="palette-none muted">Nothing here is called “{text}”.</p>}
    </dialog>
  );
}

function matching(text: string, among: readonly Command[]): readonly Command[] {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = among.map((command) => ({
    command,
    rank: Math.max(0, ...parts.map((part) => rankOf(part, command))),
  }));
  return ranked
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}

const NOT_FOUND = 4;

/** How far from what was typed: the title begins with it, a word of it does, it is inside, or it is about it. */
function rankOf(part: string, { title, hint, words }: Command): number {
  const name = title.toLowerCase();
  if (name.startsWith(part)) return 0;
  if (name.includes(` ${part}`)) return 1;
  if (name.includes(part)) return 2;
  return `${hint} ${words}`.toLowerCase().includes(part) ? 3 : NOT_FOUND;
}

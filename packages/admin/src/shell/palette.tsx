import type { Engine, EngineList } from '@inlay/protocol/connection';
import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../api/use-answer.ts';
import { navigate } from '../router.ts';
import { connectTitle } from '../screens/data/connect-title.ts';
import { passwordOpen } from '../session/password-open.ts';
import { signOut } from '../session/session.ts';
import { paletteOpen } from './palette-open.ts';
import { shortcutsOpen } from './shortcuts.ts';
import { toggleTheme } from './theme.ts';
import { views } from './views.ts';

interface Command {
  readonly title: string;
  readonly hint: string;
  readonly words: string;
  readonly run: () => void;
}

const go = (title: string, hint: string, to: string, words = ''): Command => ({
  title,
  hint,
  words,
  run: () => navigate(to),
});

const commands: readonly Command[] = [
  ...views.map(({ title, group, to, words }) => go(title, group, to, words)),
  go('Re-generate secret', 'Embed Settings', '/embed-settings', 'client secret rotate'),
  go('Check token', 'Embed Settings', '/embed-settings/check-token', 'assertion jwt truncated'),
  go('Security', 'Embed Settings', '/embed-settings/security', 'replay origins revoke token life'),
  go(
    'Server code',
    'Embed Settings',
    '/embed-settings/server-code',
    'snippet node python java php go csharp curl',
  ),
  go('Create a user', 'Users', '/users?new=1', 'add invite'),
  go('Import users', 'Users', '/users/import', 'bulk csv json lines file'),
  go('Create a group', 'Groups', '/groups?new=1', 'add'),
  go('Create a workspace', 'Workspaces', '/workspaces?new=1', 'add'),
  go('Add a connection', 'Connections', '/connections/new', 'database connect new'),
  go('Upload a file', 'Files', '/files', 'csv parquet json'),
  go('Create a dataset', 'Datasets', '/datasets/new', 'table sql file new'),
  go('Refused exchanges', 'Audit', '/audit?action=token.issue&outcome=refused', 'token failures errors'),
  go('Failed sign-ins', 'Audit', '/audit?action=login&outcome=refused', 'login failures'),
  {
    title: 'Keyboard shortcuts',
    hint: 'Help',
    words: 'keys sheet',
    run: () => {
      shortcutsOpen.value = true;
    },
  },
  { title: 'Change between light and dark', hint: 'Theme', words: 'appearance', run: toggleTheme },
  {
    title: 'API reference',
    hint: 'Opens a tab',
    words: 'openapi docs',
    run: () => void open('/api/docs', '_blank', 'noreferrer'),
  },
  {
    title: 'Change your password',
    hint: 'Account',
    words: 'new secret sign-in',
    run: () => {
      passwordOpen.value = true;
    },
  },
  { title: 'Sign out', hint: 'Account', words: 'log out', run: () => void signOut() },
];

const connectCommand = (engine: Engine): Command =>
  go(
    connectTitle(engine),
    'Connections',
    `/connections/new?kind=${encodeURIComponent(engine.name)}`,
    `connect database new ${engine.name} ${engine.about}`,
  );

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
  const engines = useAnswer<EngineList>('engines').data?.data ?? [];
  const found = matching(text, [...commands, ...engines.map(connectCommand)]);
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

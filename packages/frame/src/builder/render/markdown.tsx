import type { ComponentChildren, VNode } from 'preact';

/** Returns the text of a value by its name and format: `growth|change`. */
type WriteValue = (value: string) => string;

const INLINE =
  /\{\{\s*([A-Za-z_]\w{0,63}(?:\s*\|\s*[a-z]+)?)\s*\}\}|\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\(((?:https?:|mailto:)[^)\s]+)\)/;

const LISTS = [
  ['ul', /^[-*] /],
  ['ol', /^\d+\. /],
] as const;

/**
 * Previews a text block while it is edited: the subset of the server's Markdown that text blocks use. Unknown syntax
 * stays text; the server's rendering is authoritative.
 */
export function Markdown({ text, write }: { readonly text: string; readonly write: WriteValue }): VNode {
  return <>{blocksOf(text).map((block) => drawBlock(block, write))}</>;
}

function blocksOf(text: string): readonly string[] {
  return text
    .replaceAll('\r', '')
    .split(/\n{2,}|\n(?=#{1,3} )|(?<=^#{1,3} .*)\n/m)
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

function drawBlock(block: string, write: WriteValue): VNode {
  const heading = /^(#{1,3})\s+(.*)$/.exec(block);
  if (heading) {
    const Level = `h${heading[1]?.length}` as 'h1' | 'h2' | 'h3';
    return <Level>{inline(heading[2] ?? '', write)}</Level>;
  }
  const lines = block.split('\n');
  const list = LISTS.find(([, mark]) => lines.every((line) => mark.test(line)));
  if (list) {
    const [List, mark] = list;
    return (
      <List>
        {lines.map((line) => (
          <li>{inline(line.replace(mark, ''), write)}</li>
        ))}
      </List>
    );
  }
  return <p>{inline(block, write)}</p>;
}

function inline(text: string, write: WriteValue): ComponentChildren {
  const match = INLINE.exec(text);
  if (!match) return text;
  const [whole, value, strong, emphasis, code, label, address] = match;
  const found =
    value !== undefined ? (
      <bdi data-value={value}>{write(value.replaceAll(' ', ''))}</bdi>
    ) : strong !== undefined ? (
      <strong>{inline(strong, write)}</strong>
    ) : emphasis !== undefined ? (
      <em>{inline(emphasis, write)}</em>
    ) : code !== undefined ? (
      <code>{code}</code>
    ) : (
      <a href={address ?? ''} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    );
  return [text.slice(0, match.index), found, inline(text.slice(match.index + whole.length), write)];
}

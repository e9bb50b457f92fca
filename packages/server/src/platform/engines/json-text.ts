/** The position after a text in JSON, from the one after its opening quote. Without a closing quote, the end. */
export function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start); at >= 0; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (at - backslashes > start && json[at - backslashes - 1] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return json.length;
}

/**
 * Where the end of an unfinished JSON text lies: the names and positions that lead there, such as `['data', 0, 3]`.
 * Without `JSON.parse`, which fails on it.
 */
export function placeOfEnd(json: string): readonly (string | number)[] {
  const path: { key: string | number }[] = [];
  let name = '';
  const marks = /["[\]{},:]/g;
  for (let mark = marks.exec(json); mark; mark = marks.exec(json)) {
    const [token] = mark;
    const inner = path.at(-1);
    if (token === '[') path.push({ key: 0 });
    else if (token === '{') path.push({ key: '' });
    else if (token === ']' || token === '}') path.pop();
    else if (token === ',' && typeof inner?.key === 'number') inner.key += 1;
    else if (token === ':' && inner) inner.key = name;
    else if (token === '"') {
      const start = marks.lastIndex;
      marks.lastIndex = endOfText(json, start);
      name = json.slice(start, marks.lastIndex - 1);
    }
  }
  return path.map(({ key }) => key);
}

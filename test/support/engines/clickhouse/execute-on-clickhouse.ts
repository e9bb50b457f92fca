/** Runs a statement over HTTP as the user and in the database of the URL, and returns what the server writes. */
export async function executeOnClickhouse(address: string, sql: string): Promise<string> {
  const url = new URL(address);
  const headers = {
    'X-ClickHouse-User': decodeURIComponent(url.username),
    'X-ClickHouse-Key': decodeURIComponent(url.password),
  };
  const database = url.pathname.slice(1);
  const target = new URL(database === '' ? '/' : `/?database=${database}`, `${url.protocol}//${url.host}`);
  const response = await fetch(target, { method: 'POST', headers, body: sql });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/**
 * `{1,NULL,"a \"b\"",{2}}` as JSON text. Each element is given to `elementJson`, which writes it as JSON.
 * PostgreSQL docs, "Array Input and Output Syntax".
 */
export function postgresArrayJson(text: string, elementJson: (element: string) => string): string {
  // Arrays whose indexes do not begin at 1 carry their bounds: `[0:1]={1,2}`.
  const body = text.replace(/^(?:\[-?\d+:-?\d+\])+=/, '');
  return body.replace(/"((?:[^"\\]|\\.)*)"|[^{},"]+|[{}]/gs, (token, quoted: string | undefined) => {
    if (token === '{') return '[';
    if (token === '}') return ']';
    if (quoted !== undefined) return elementJson(quoted.replace(/\\(.)/gs, '$1'));
    return token === 'NULL' ? 'null' : elementJson(token);
  });
}

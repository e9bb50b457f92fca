/** A reporter for `node --test`: the files in which something failed, a line each. */
export default async function* failedFiles(events) {
  const failed = new Set();
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) failed.add(data.file);
  for (const file of failed) yield `${file}\n`;
}

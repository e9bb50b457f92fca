/** The content of a file as a data URL, for images that are stored with a record. */
export const dataUrl = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return `data:${file.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
};

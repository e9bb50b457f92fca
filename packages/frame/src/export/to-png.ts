/** For high-density screens and documents. */
const SCALE = 2;

export async function toPng(svg: { text: string; width: number; height: number }): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg.text], { type: 'image/svg+xml' }));
  try {
    const image = new Image(svg.width, svg.height);
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(svg.width * SCALE, svg.height * SCALE);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}

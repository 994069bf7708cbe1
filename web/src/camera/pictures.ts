// Pixels of what a camera sees, or of a file.

/** Photos are read at this size, live pictures at a smaller one, so that the outline follows. */
export const photoSide = 2048;
export const liveSide = 1024;

/** Draws something on a canvas of its shape, whose longer side is at most this many pixels. */
function draw(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  width: number,
  height: number,
  most: number,
): ImageData {
  const scale = Math.min(1, most / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

export const drawVideo = (canvas: HTMLCanvasElement, video: HTMLVideoElement, most: number) =>
  draw(canvas, video, video.videoWidth, video.videoHeight, most);

/** Rejects what is no picture. It is turned as its file says. */
export async function drawFile(canvas: HTMLCanvasElement, file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file);
  try {
    return draw(canvas, bitmap, bitmap.width, bitmap.height, photoSide);
  } finally {
    bitmap.close();
  }
}

export interface Picture {
  full: Buffer
  thumb: Buffer
  width: number
  height: number
  mime: 'image/webp'
}

/** A limit, because a file of a few kilobytes can decode into gigabytes of pixels. */
const MAX_PIXELS = 60_000_000

async function loadSharp() {
  const { default: sharp } = await import('sharp') // 20 MB that a process without uploads does not need
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
const fit = (px: number) => ({ width: px, height: px, fit: 'inside', withoutEnlargement: true }) as const

/**
 * Encodes a picture anew as WebP, upright, without the camera's metadata (place, owner) and without anything
 * else that was hidden in the file. `content`: its bytes or its path. `fullPx` and `thumbPx`: the longest
 * sides in pixels. Undefined if it cannot be read as a picture.
 */
export async function redraw(
  content: Buffer | string,
  fullPx: number,
  thumbPx: number,
): Promise<Picture | undefined> {
  const sharp = await loadSharp()
  try {
    const { data: full, info } = await sharp(content, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize(fit(fullPx))
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const thumb = await sharp(full).resize(fit(thumbPx)).webp({ quality: 76 }).toBuffer()
    return { full, thumb, width: info.width, height: info.height, mime: 'image/webp' }
  } catch {
    return undefined
  }
}

/** By how much the longest side is reduced while a JPEG has too many bytes. */
const SMALLER = 0.8

/**
 * Encodes a picture of `redraw` as JPEG of at most `mostBytes`, smaller than it is if necessary. What is
 * transparent becomes white. `px`: the longest side in pixels.
 */
export async function redrawAsJpeg(picture: Buffer, px: number, mostBytes: number): Promise<Buffer> {
  const sharp = await loadSharp()
  for (let longest = px; ; longest = Math.floor(longest * SMALLER)) {
    const jpeg = await sharp(picture, { limitInputPixels: MAX_PIXELS })
      .resize(fit(longest))
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .toBuffer()
    if (jpeg.length <= mostBytes) return jpeg
  }
}

export interface Picture {
  full: Buffer
  thumb: Buffer
  width: number
  height: number
  mime: 'image/webp'
}

/** A file of a few kilobytes can unfold into gigabytes of pixels. */
const MAX_PIXELS = 60_000_000

/**
 * Draws a picture anew as WebP, upright, without what the camera wrote into it (place, owner) and without
 * anything else that was hidden in the file. `content` is it, or the path where it lies. Undefined when it
 * cannot be read as a picture.
 */
export async function redraw(
  content: Buffer | string,
  fullPx: number,
  thumbPx: number,
): Promise<Picture | undefined> {
  const { default: sharp } = await import('sharp') // 20 MB that a process without uploads does not need
  sharp.cache(false)
  sharp.concurrency(1)
  const fit = (px: number) => ({ width: px, height: px, fit: 'inside', withoutEnlargement: true }) as const
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

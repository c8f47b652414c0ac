import type { FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

export type Encoding = 'br' | 'gzip' | null
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
/** One name, or one name under assets/: no path that could leave the folder. */
const FILE = /^\/(?:assets\/)?[\w-][\w.-]*\.\w+$/

export interface StaticFile {
  type: string
  encoding: Encoding
  body: Buffer
}
/** Hashed names never change their content, so each is read once. */
const kept = new Map<string, StaticFile | null>()

export async function fileAt(dist: string, path: string, encoding: Encoding): Promise<StaticFile | null> {
  const type = types[extname(path)]
  if (!type || !FILE.test(path)) return null
  const key = `${dist}${path}:${encoding ?? ''}`
  const known = kept.get(key)
  if (known) return known
  const suffix = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : ''
  const squeezed = suffix ? await read(join(dist, path + suffix)) : null
  const body = squeezed ?? (await read(join(dist, path)))
  const file = body && { type, encoding: squeezed ? encoding : null, body }
  if (file && path.startsWith('/assets/')) kept.set(key, file)
  return file
}

const read = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null)

/** The best encoding that the browser accepts; null: none. */
export function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
  const takes = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`).test(
      accepted,
    )
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

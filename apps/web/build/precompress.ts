import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const br = promisify(brotliCompress)
const gz = promisify(gzip)
const WORTH_IT = 1024

/**
 * Writes a .br and a .gz beside every text file of the build: squeezed once and hard, not on each request.
 */
export function precompress(): Plugin {
  let dist = ''
  return {
    name: 'portal-precompress',
    apply: 'build',
    configResolved({ root, build }) {
      dist = resolve(root, build.outDir)
    },
    async closeBundle() {
      const files = readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile() && /\.(js|css|svg|json)$/.test(f.name))
        .map((f) => join(f.parentPath, f.name))
      await Promise.all(
        files.map(async (file) => {
          const content = readFileSync(file)
          if (content.length < WORTH_IT) return
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          }
          writeFileSync(`${file}.br`, await br(content, { params }))
          writeFileSync(`${file}.gz`, await gz(content, { level: 9 }))
        }),
      )
    },
  }
}

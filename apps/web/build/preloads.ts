import { relative } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { screens, type Screen } from '../../../packages/contract/src/screens.ts'
import { pageFile } from '../src/lib/page-file.ts'

/**
 * Writes dist/preloads.json: for each screen's path the files its page needs beyond the entry's own. The
 * server names them in the HTML, so that the browser fetches the page together with the program instead of
 * after it.
 */
export function preloads(root: string): Plugin {
  return {
    name: 'portal-preloads',
    apply: 'build',
    generateBundle: {
      // After Vite has taken out the chunks that held nothing but style sheets.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((f): f is Rollup.OutputChunk => f.type === 'chunk')
        const byModule = new Map(
          chunks.flatMap((c) => c.moduleIds.map((module) => [relative(root, module), c] as const)),
        )
        const entry = listFiles(
          chunks.find((c) => c.isEntry && c.name === 'index'),
          bundle,
        )
        const library = chunks.find((c) => c.name === 'antd')?.fileName
        if (!library) throw new Error('no chunk is called antd: light pages cannot be held to be without it')
        const shared = {
          antd: byModule.get('src/ui/antd-frame.tsx'),
          back: byModule.get('src/app/layouts/back/back-layout.tsx'),
        }
        const needs = (...wanted: (Rollup.OutputChunk | undefined)[]) =>
          [...new Set(wanted.flatMap((c) => [...listFiles(c, bundle)]))].filter((f) => !entry.has(f))

        const pages: Record<string, string[]> = {}
        for (const [path, { page, light }] of Object.entries<Screen>(screens)) {
          if (!page) continue
          const chunk = byModule.get(pageFile(page).slice(1))
          if (!chunk) throw new Error(`the page of ${path} is missing: ${pageFile(page)}`)
          pages[path] = needs(chunk, light ? undefined : shared.antd)
          if (light && (entry.has(library) || pages[path].includes(library)))
            throw new Error(`${path} is light and must not load antd, which something it imports needs`)
        }
        this.emitFile({
          type: 'asset',
          fileName: 'preloads.json',
          source: JSON.stringify({ back: needs(shared.back), pages, shells }),
        })
      },
    },
  }
}

/** A chunk with all it imports statically, scripts and style sheets. */
function listFiles(
  chunk: Rollup.OutputChunk | undefined,
  bundle: Rollup.OutputBundle,
  seen = new Set<string>(),
): Set<string> {
  if (!chunk || seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const other = bundle[name]
    if (other?.type === 'chunk') listFiles(other, bundle, seen)
  }
  for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css)
  return seen
}

/**
 * What is painted before the program is there: the plain front frame, unless a screen has another; home,
 * whose picture the shell shows.
 */
const shells: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries<Screen>(screens).flatMap(([path, { area }]) =>
      area === 'standalone' ? [[path, 'alone']] : area === 'back' ? [[path, 'back']] : [],
    ),
  ),
  '/osp/home': 'home',
}

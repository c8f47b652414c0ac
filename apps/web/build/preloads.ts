import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin, Rollup } from 'vite'

/**
 * Writes dist/preloads.json: for each screen's path the files its page needs beyond the entry's own. The server names
 * them in the HTML, so that the browser fetches the page together with the program instead of after it.
 *
 * It reads `path: '…'` and `import('…')` from the features' route tables; a route it cannot read only loads later.
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
        const entry = filesOf(
          chunks.find((c) => c.isEntry && c.name === 'index'),
          bundle,
        )
        const shared = {
          antd: byModule.get('src/ui/antd-frame.tsx'),
          back: byModule.get('src/app/layouts/back/back-layout.tsx'),
        }
        const needs = (...wanted: (Rollup.OutputChunk | undefined)[]) =>
          [...new Set(wanted.flatMap((c) => [...filesOf(c, bundle)]))].filter((f) => !entry.has(f))

        const pages: Record<string, string[]> = {}
        for (const { path, page, light } of routesOf(join(root, 'src/features'), root))
          pages[path] = needs(byModule.get(page), light ? undefined : shared.antd)
        this.emitFile({
          type: 'asset',
          fileName: 'preloads.json',
          source: JSON.stringify({ back: needs(shared.back), pages, shells: shellsOf(root) }),
        })
      },
    },
  }
}

/** A chunk with all it imports statically, scripts and style sheets. */
function filesOf(
  chunk: Rollup.OutputChunk | undefined,
  bundle: Rollup.OutputBundle,
  seen = new Set<string>(),
): Set<string> {
  if (!chunk || seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const other = bundle[name]
    if (other?.type === 'chunk') filesOf(other, bundle, seen)
  }
  for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css)
  return seen
}

/** Which screens do not stand in the plain front frame: `'/login': alone('登录')` in the site map; home, whose picture the shell shows. */
function shellsOf(root: string): Record<string, string> {
  const map = readFileSync(join(root, 'src/app/site-map.ts'), 'utf8').matchAll(/'(\/[^']*)': (alone|back)\(/g)
  return {
    ...Object.fromEntries([...map].map(([, path = '', shell = '']) => [path, shell])),
    '/osp/home': 'home',
  }
}

function routesOf(features: string, root: string): { path: string; page: string; light: boolean }[] {
  const tables = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((f) =>
    /^[^/\\]+[/\\][^/\\]+\.routes\.tsx?$/.test(f),
  )
  return [...tables.map((f) => join(features, f)), join(root, 'src/app/routes.tsx')].flatMap((file) => {
    const found = readFileSync(file, 'utf8').matchAll(/path:\s*'([^']+)'([^}]*?)import\('([^']+)'\)([^}]*)/g)
    return [...found].map(([, path = '', before = '', page = '', after = '']) => ({
      path,
      page: relative(root, resolve(dirname(file), page)),
      light: /light:\s*true/.test(before + after),
    }))
  })
}

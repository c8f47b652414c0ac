import type { Plugin, Rollup } from 'vite'
import { tokenCss } from '../src/ui/tokens.ts'

/**
 * Finishes index.html: the design's variables inline (the shell is painted before any style sheet is there),
 * and at the end of the body, below what is painted first, the program's style sheets and boot.js themselves:
 * what the first screen needs is asked for while the program has not even begun to come, and each is a
 * request less, of the six a slow line has at a time. The server puts a page's own sheets before the
 * program's, and names the script in its policy. The program itself is only fetched: boot.js lets it run once
 * the first picture of the screen is painted.
 */
export function shell(): Plugin {
  return {
    name: 'portal-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const styles: string[] = []
        for (const [link, file = ''] of bundle
          ? html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g)
          : []) {
          const sheet = bundle?.[file]
          if (sheet?.type !== 'asset') continue
          // Vite's loader looks for the link and would fetch the sheet again; one that is disabled is not
          // fetched.
          styles.push(`<style>${String(sheet.source)}</style>${link.replace('>', ' disabled>')}`)
          html = html.replace(link, '')
        }
        if (bundle && !PROGRAM.test(html)) throw new Error('index.html has no program for boot.js to start')
        return html
          .replace(PROGRAM, '<link rel="modulepreload" crossorigin href="$1" data-program>')
          .replace('<!--tokens-->', `<style>${tokenCss}</style>`)
          .replace('</body>', () => `<!--page-->${styles.join('')}${bootScript(bundle)}</body>`)
      },
    },
  }
}

/** As the build writes it; while developing it is another one, and starts by itself. */
const PROGRAM = /<script type="module" crossorigin src="([^"]+)"><\/script>/

function bootScript(bundle: Rollup.OutputBundle | undefined): string {
  if (!bundle) return '<script type="module" src="/src/boot/boot.ts"></script>'
  const boot = Object.values(bundle).find((f) => f.type === 'chunk' && f.name === 'boot')
  if (boot?.type !== 'chunk' || boot.imports.length > 0)
    throw new Error('boot.ts has to stand alone: it is written into the HTML')
  delete bundle[boot.fileName]
  // No module: those wait for each other, and a program that is in the browser's cache already would be
  // first, asking one thing after the other.
  return `<script>(()=>{${boot.code.replaceAll('</script', String.raw`<\/script`)}})()</script>`
}

import type { Plugin } from 'vite'
import { tokenCss } from '../src/ui/tokens.ts'

/**
 * Finishes index.html: the design's variables inline (the shell is painted before any style sheet is there), boot.js
 * early in the head, and the program's style sheets themselves at its end: a request less for each, of the six a slow line has at a time.
 */
export function shell(): Plugin {
  return {
    name: 'portal-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const boot = Object.values(bundle ?? {}).find((f) => f.type === 'chunk' && f.name === 'boot')
        const address = boot ? `/${boot.fileName}` : '/src/boot/boot.ts'
        const styles: string[] = []
        for (const [link, file = ''] of bundle ? html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g) : []) {
          const sheet = bundle?.[file]
          if (sheet?.type !== 'asset') continue
          // Vite's loader looks for the link and would fetch the sheet again; one that is disabled is not fetched.
          styles.push(`<style>${String(sheet.source)}</style>${link.replace('>', ' disabled>')}`)
          html = html.replace(link, '')
        }
        return html
          .replace('<!--tokens-->', `<script type="module" async src="${address}"></script>\n    <style>${tokenCss}</style>`)
          .replace('</body>', () => `${styles.join('')}</body>`)
      },
    },
  }
}

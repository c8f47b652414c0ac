import type { Plugin } from 'vite'
import { tokenCss } from '../src/ui/tokens.ts'

/**
 * Finishes index.html: the design's variables inline (the shell is painted before any style sheet is there), boot.js
 * early in the head, and the style sheet after the shell, so that it holds back the program but not the first paint.
 */
export function shell(): Plugin {
  return {
    name: 'portal-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const boot = Object.values(bundle ?? {}).find((f) => f.type === 'chunk' && f.name === 'boot')
        const address = boot ? `/${boot.fileName}` : '/src/boot/boot.ts'
        const sheets = bundle ? (html.match(/<link rel="stylesheet"[^>]*>/g) ?? []) : []
        for (const sheet of sheets) html = html.replace(sheet, '')
        return html
          .replace('<!--tokens-->', `<script type="module" async src="${address}"></script>\n    <style>${tokenCss}</style>`)
          .replace('</body>', `${sheets.join('')}</body>`)
      },
    },
  }
}

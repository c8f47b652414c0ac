/** What the HTML itself says; the program in the browser reads the rest of it from the same place. */
export interface SiteShown {
  name: string
  school: string
}
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => entities[c] ?? c)

/** A block of data, which no browser runs: it may say anything but the end of itself. */
const block = (site: SiteShown): string =>
  `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`

/** Fills what index.html marks with `data-site`, and hands all of it to the program. */
export const withSite = (page: string, site: SiteShown): string =>
  page
    .replace(
      /(data-site="(name|school)">)[^<]*/g,
      (_, open: string, key: keyof SiteShown) => open + escaped(site[key]),
    )
    .replace('</head>', () => `${block(site)}</head>`)

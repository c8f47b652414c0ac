import { escapeMarkup } from '../../kernel/markup.rules.ts'

/**
 * The part of the site's settings that the HTML shows; the program in the browser
 * also reads it from the HTML.
 */
export interface SiteShown {
  name: string
  school: string
}

/** A block of JSON, which browsers do not run; only `<` is escaped, so that it cannot close the block. */
const block = (site: SiteShown): string =>
  `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`

/** Fills the elements that index.html marks with `data-site`, and passes the settings to the program. */
export const withSite = (page: string, site: SiteShown): string =>
  page
    .replace(
      /(data-site="(name|school)">)[^<]*/g,
      (_, open: string, key: keyof SiteShown) => open + escapeMarkup(site[key]),
    )
    .replace('</head>', () => `${block(site)}</head>`)

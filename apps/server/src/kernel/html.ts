import { createRequire } from 'node:module'
import type Sanitize from 'sanitize-html'

/**
 * sanitize-html brings several parsers: it is loaded for the first text that is cleaned, not at the start.
 */
const require = createRequire(import.meta.url)
const sanitizeHtml = (dirty: string, options: Sanitize.IOptions) =>
  (require('sanitize-html') as typeof Sanitize)(dirty, options)

const LENGTH = /^\d{1,4}(?:\.\d{1,2})?(?:px|em|rem|%|pt)?$/
const COLOR = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]{1,40}\)|[a-z]{3,20})$/i

/**
 * What an editor may produce: nothing that runs code, loads from other sites or leaves its place on the page.
 */
const allowed: Sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'sub',
    'sup',
    'mark',
    'span',
    'div',
    'a',
    'img',
    'figure',
    'figcaption',
    'table',
    'caption',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    col: ['span'],
    ol: ['start'],
    '*': ['style'],
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(?:left|right|center|justify)$/],
      'text-indent': [LENGTH],
      color: [COLOR],
      'background-color': [COLOR],
      'font-weight': [/^(?:bold|normal|[1-9]00)$/],
      'font-style': [/^(?:italic|normal)$/],
      'text-decoration': [/^(?:underline|line-through|none)$/],
      width: [LENGTH],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    a: (tagName, attribs) => ({
      tagName,
      attribs: /^(?:https?:|[/\\]{2})/i.test(attribs['href'] ?? '')
        ? { ...attribs, target: '_blank', rel: 'noopener noreferrer nofollow' }
        : { ...(attribs['href'] && { href: attribs['href'] }) },
    }),
  },
  // Images must be the portal's own files: the browser refuses others anyway, and loading them would tell
  // other sites who reads the page.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^\/api\/v2\/file\/[0-9a-f-]{36}(?:\?thumb=1)?$/.test(attribs['src'] ?? ''),
}

/** Removes from rich text everything that may not be kept and shown. */
export const cleanHtml = (dirty: string): string => sanitizeHtml(dirty, allowed).trim()

/** The text of rich text without tags, in one line. */
export function plainText(html: string): string {
  const text = sanitizeHtml(html.replace(/<(?:br|\/p|\/h\d|\/li|\/td|\/div)\b[^>]*>/gi, '$& '), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return text
    .replace(
      /&(lt|gt|amp|quot|#39);/g,
      (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" })[name] ?? '',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

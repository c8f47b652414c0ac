import { createRequire } from 'node:module'
import type Sanitize from 'sanitize-html'

/** A parser with three more inside: loaded with the first text that somebody writes, not at the start. */
const require = createRequire(import.meta.url)
const sanitizeHtml = (dirty: string, options: Sanitize.IOptions) =>
  (require('sanitize-html') as typeof Sanitize)(dirty, options)

const LENGTH = /^\d{1,4}(?:\.\d{1,2})?(?:px|em|rem|%|pt)?$/
const COLOR = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]{1,40}\)|[a-z]{3,20})$/i

/**
 * What an editor may produce, and nothing that runs, loads from elsewhere or leaves its place on the page.
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
  // Pictures are the portal's own files: the browser would refuse others anyway, and they would tell
  // strangers who reads.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^\/api\/v2\/file\/[0-9a-f-]{36}(?:\?thumb=1)?$/.test(attribs['src'] ?? ''),
}

/** Rich text as it may be kept and shown. */
export const cleanHtml = (dirty: string): string => sanitizeHtml(dirty, allowed).trim()

/** The words of rich text, in one line. */
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

/** Pasted content, cleaned for the editor; `lost` counts pictures whose files the portal cannot read. */
export interface Pasted {
  html: string
  lost: number
}

/**
 * Word, WPS and web pages put more on the clipboard than text: conditional comments, their own elements,
 * lists as paragraphs with a dot in front, pictures on the writer's disk. This keeps the text in its order,
 * with lists, tables and emphasis; the editor's schema drops classes and styles.
 */
export function cleanPasted(html: string, origin: string): Pasted {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const node of page.querySelectorAll('style, script, title, meta, link, xml')) node.remove()
  dropComments(page)
  lists(page)
  for (const node of page.querySelectorAll('*'))
    if (node.tagName.includes(':')) node.replaceWith(...node.childNodes)
  for (const h1 of page.querySelectorAll('h1')) rename(h1, 'h2')
  let lost = 0
  for (const img of page.querySelectorAll('img')) {
    // Copied from a text of the portal, whose pictures are fetched: `data-src` holds their address.
    const src = img.dataset['src'] ?? img.getAttribute('src') ?? ''
    const own = src.startsWith(`${origin}/api/v2/file/`) ? src.slice(origin.length) : src
    if (own.startsWith('/api/v2/file/')) img.setAttribute('src', own)
    else {
      img.remove()
      lost++
    }
  }
  return { html: page.body.innerHTML, lost }
}

function dropComments(page: Document): void {
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
}

/** Word's `<p style="mso-list:…"><span style="mso-list:Ignore">1.</span>…` as real lists. */
function lists(page: Document): void {
  let list: Element | null = null
  for (const p of page.querySelectorAll('p[style*="mso-list"]')) {
    const marker = p.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
    const kind = /^\s*[（(]?[\da-z一二三四五六七八九十]+[.)、）]/i.test(marker?.textContent ?? '')
      ? 'ol'
      : 'ul'
    marker?.remove()
    if (!list || list.localName !== kind || p.previousElementSibling !== list) {
      list = page.createElement(kind)
      p.before(list)
    }
    const item = page.createElement('li')
    item.append(...p.childNodes)
    list.append(item)
    p.remove()
  }
}

function rename(node: Element, name: string): void {
  const other = node.ownerDocument.createElement(name)
  other.append(...node.childNodes)
  node.replaceWith(other)
}

/**
 * Pictures on the clipboard that the user meant to paste: Word and Excel also add a drawing of every text.
 */
export function listPictures(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])].filter((f) => f.type.startsWith('image/'))
  const html = data?.getData('text/html') ?? ''
  return html.replace(/<(?!img)[^>]*>|\s|<!--[\s\S]*?-->/gi, '').replace(/<img[^>]*>/gi, '') === ''
    ? files
    : []
}

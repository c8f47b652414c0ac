import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { StarterKit } from '@tiptap/starter-kit'
import { showOwn } from '../own-picture.ts'
import { isAddress } from './address.ts'

// Pictures must be files of the portal; the server would remove others, so the editor drops them at once.
// They are as private as the text: shown via a fetch with the session, stored as their address.
const OwnImage = Image.extend({
  parseHTML: () => [{ tag: 'img[src^="/api/v2/file/"]' }],
  addNodeView:
    () =>
    ({ HTMLAttributes: { src, ...attributes } }) => {
      const dom = document.createElement('img')
      for (const [name, value] of Object.entries(attributes))
        if (value !== null && value !== undefined) dom.setAttribute(name, String(value))
      void showOwn(dom, String(src))
      return { dom }
    },
})

/**
 * No more than the server keeps (kernel/html.ts). The page title is the first heading, so texts begin with
 * the second level.
 */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isAddress(address),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  OwnImage,
  TableKit.configure({ table: { resizable: false } }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
]

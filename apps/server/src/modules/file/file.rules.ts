import { cleanFileName } from '@portal/contract/kernel/text'

/**
 * Types that a browser displays without running anything in them. Other types are downloaded, never shown
 * under this site's origin.
 */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'application/pdf'])

const YEAR = 31_536_000
const A_WHILE = 300

/**
 * Response headers of a file: it cannot run scripts, load anything, or be taken for another type.
 * `revocable`: a public file may become private.
 */
export function listHeaders(
  file: { name: string; mime: string; visibility: 'public' | 'private' },
  { download, forAll, revocable }: { download: boolean; forAll: boolean; revocable: boolean },
): Record<string, string> {
  const shown = SHOWN.has(file.mime) && !download
  const encoded = encodeURIComponent(cleanFileName(file.name)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const name = `filename*=UTF-8''${encoded}`
  return {
    'content-disposition': `${shown ? 'inline' : 'attachment'}; ${name}`,
    // `sandbox` would keep browsers from displaying a PDF; the browser's PDF viewer is sandboxed itself.
    'content-security-policy':
      file.mime === 'application/pdf'
        ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
        : "default-src 'none'; sandbox",
    // The bytes of an id never change. Private files are not cached, because the right to see them may end.
    // Files in a text that everybody may read are cached for A_WHILE only, because the text may be withdrawn;
    // so are revocable files, because a cache in between would go on sending them to everybody.
    'cache-control':
      file.visibility === 'public' && !revocable
        ? `public, max-age=${YEAR}, immutable`
        : file.visibility === 'public' || forAll
          ? `public, max-age=${A_WHILE}`
          : 'no-store',
  }
}

/** The business of a picture in a rich text that is not saved yet. */
export const LOOSE_PICTURE = 'rich-text'

/** PostgreSQL uses the source of this expression, too. */
export const FILE_LINK = /\/api\/v2\/file\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g
/** Ids of all files that a cleaned rich text shows or links to. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(FILE_LINK)].map((m) => m[1] as string)),
]
/** Ids of the files that it shows as images; a reader does not miss a file that is only linked. */
export const drawnIn = (html: string): string[] =>
  picturesIn([...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag).join(''))

import { cleanFileName } from '@portal/contract/kernel/text'

/** Kinds a browser draws without running anything of them. All else is saved, never shown under our name. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'application/pdf'])

const YEAR = 31_536_000
const A_WHILE = 300

/** What a file is sent with: it can neither run, nor pull anything in, nor pass for another kind. */
export function listHeaders(
  file: { name: string; mime: string; visibility: 'public' | 'private' },
  { download, forAll }: { download: boolean; forAll: boolean },
): Record<string, string> {
  const shown = SHOWN.has(file.mime) && !download
  const encoded = encodeURIComponent(cleanFileName(file.name)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const name = `filename*=UTF-8''${encoded}`
  return {
    'content-disposition': `${shown ? 'inline' : 'attachment'}; ${name}`,
    // A sandbox would keep browsers from drawing a PDF; its own viewer is one already.
    'content-security-policy':
      file.mime === 'application/pdf'
        ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
        : "default-src 'none'; sandbox",
    // An id never gets other bytes. What is private is asked for anew each time, because the right to see it
    // may have ended. What everybody may see until the text around it is withdrawn is kept for a while.
    'cache-control':
      file.visibility === 'public'
        ? `public, max-age=${YEAR}, immutable`
        : forAll
          ? `public, max-age=${A_WHILE}`
          : 'no-store',
  }
}

/** What a picture in a rich text hangs on until the text is kept. */
export const LOOSE_PICTURE = 'rich-text'

/** Read by PostgreSQL too. */
export const FILE_LINK = /\/api\/v2\/file\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g
/** The files that a cleaned rich text shows. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(FILE_LINK)].map((m) => m[1] as string)),
]
/** Those of them that it draws: what it only leads to is missed by nobody who reads it. */
export const drawnIn = (html: string): string[] =>
  picturesIn([...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag).join(''))

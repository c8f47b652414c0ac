import { useEffect, useMemo, useRef } from 'react'
import { useSession } from '../../lib/session.ts'
import { showOwn } from '../own-picture.ts'
import './prose.css'

/**
 * Shows rich text. The server cleaned it when it was written (kernel/html.ts), and the page's CSP runs no
 * script in it. Pass only fields that the contract names `…Html`. Its pictures are as private as the text and
 * are fetched with the session.
 */
export function RichView({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { token } = useSession()
  const shown = useMemo(
    () => ({
      __html: token ? html.replace(/(<img [^>]*?)\bsrc="(\/api\/v2\/file\/)/g, '$1data-src="$2') : html,
    }),
    [html, token],
  )
  useEffect(() => {
    for (const img of place.current?.querySelectorAll<HTMLImageElement>('img[data-src]') ?? [])
      void showOwn(img, img.dataset['src'] ?? '')
  }, [shown])
  return <div ref={place} className="prose" dangerouslySetInnerHTML={shown} />
}

/**
 * A field for rich text; its value is HTML ('' if nothing was written).
 *
 *   <Field name="bodyHtml" label="正文" wide>
 *     <RichText label="正文" />
 *   </Field>
 *
 * The editor itself (tiptap) is a separate chunk, loaded when the first such field is on screen. The server
 * does not trust its HTML: the service that stores it calls `cleanHtml` (kernel/html.ts) and, once the row
 * has an id, `file.keepPictures(ctx, html, '<domain>-text', id)`, so that the pictures are kept with that
 * row. Uploads that no row keeps are deleted after a week. `<RichView html={…} />` shows the text.
 */
import { Suspense } from 'react'
import { Skeleton } from '../light.tsx'
import { definePart } from '../part.tsx'

export interface RichTextProps {
  /** Set by the surrounding form item. */
  id?: string
  value?: string | null
  onChange?: (html: string) => void
  'aria-required'?: boolean | 'true' | 'false'
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
  /** Label for screen readers. */
  label: string
  disabled?: boolean
  placeholder?: string
  /**
   * Recommended length in characters; the count turns red beyond it. The call's schema enforces the limit.
   */
  maxWords?: number
  /** `false`: no row exists that could keep pictures. */
  pictures?: boolean
  /** Initial height in lines. */
  rows?: number
}

const Editor = definePart(() => import('./editor.tsx'))

export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton rows={5} height={28} />}>
      <Editor {...props} />
    </Suspense>
  )
}

/**
 * A field for rich text; its value is HTML ('' when nothing was written).
 *
 *   <Field name="bodyHtml" label="正文" wide>
 *     <RichText label="正文" />
 *   </Field>
 *
 * The editor itself (tiptap) is a chunk of its own, fetched when the first such field is on screen. What it
 * hands over is cleaned by the server all the same: the service that keeps it calls `cleanHtml`
 * (kernel/html.ts) and, once the row has an id, `file.keepPictures(ctx, html, '<domain>-text', id)`, so that
 * the pictures in it are kept with that row; what was uploaded and never kept is swept away after a week. It
 * is shown with `<RichView html={…} />`.
 */
import { Suspense } from 'react'
import { Skeleton } from '../light.tsx'
import { definePart } from '../part.tsx'

export interface RichTextProps {
  /** These come from the form's item around it. */
  id?: string
  value?: string | null
  onChange?: (html: string) => void
  'aria-required'?: boolean | 'true' | 'false'
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
  /** What is written here, for those who cannot see the label. */
  label: string
  disabled?: boolean
  placeholder?: string
  /** How many characters are meant to fit; the count turns red beyond. The schema of the call refuses. */
  maxWords?: number
  /** `false`: there is no row that could keep them. */
  pictures?: boolean
  /** Lines to begin with. */
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

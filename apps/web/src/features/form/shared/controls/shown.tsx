import { isColour } from '@portal/form-kit/check/types'
import { RichView } from '../../../../ui/rich-text/rich-view.tsx'
import type { ShowProps } from '../control.ts'
import { chooseInputType, readSettings } from '../settings.ts'
import { useOptions } from '../use-options.tsx'
import { makeKey } from './options.ts'
import { followPath, listPaths } from './paths.ts'

// Read-only views of values, so that the controls themselves need not be loaded.

/** A text with its line breaks; a password is masked. */
export const ShownText = ({ state: { rule }, value }: ShowProps) => (
  <span className="pre-line">{chooseInputType(rule) === 'password' ? '••••••' : String(value)}</span>
)

export function ShownColour({ value }: ShowProps) {
  // The server checked the colour on submission; it is checked again because it goes into a style.
  const colour = typeof value === 'string' && isColour(value) ? value : null
  return (
    <span className="fv-colour">
      {colour && <i style={{ background: colour }} aria-hidden />}
      {String(value)}
    </span>
  )
}

export function ShownPath({ state: { rule }, value }: ShowProps) {
  const { options } = useOptions(rule)
  const { text, is } = readSettings(rule)
  const separator = ` ${text('separator') ?? '/'} `
  return listPaths(rule, value)
    .map((path) => {
      const labels = path.map((step, i) => followPath(options, path)[i]?.label ?? makeKey(step))
      return is('showAllLevels', true) ? labels.join(separator) : (labels.at(-1) ?? '')
    })
    .join('、')
}

/** Rich text; the server removed unsafe content on submission. */
export const ShownHtml = ({ value }: ShowProps) => <RichView html={String(value)} />

import type { Form } from '@portal/form-kit/form/form'
import { defaultOptions } from '@portal/form-kit/form/form'

interface FormLayout {
  position: 'left' | 'right' | 'top'
  /** A CSS length. */
  width: string
  inline: boolean
  /** Whether required fields have a star. */
  stars: boolean
  size: 'small' | 'medium' | 'large'
}

/** The layout by a form's options; missing ones have the designer's defaults. */
export function makeLayout(form: Form): FormLayout {
  const said = { ...defaultOptions.form, ...form.options.form }
  const { labelPosition, labelWidth, size } = said
  return {
    position: labelPosition === 'left' || labelPosition === 'top' ? labelPosition : 'right',
    width: measureWidth(labelWidth),
    inline: said['inline'] === true,
    stars: said['hideRequiredAsterisk'] !== true,
    size: size === 'large' ? 'large' : size === 'mini' || size === 'small' ? 'small' : 'medium',
  }
}

/** Accepts plain lengths only, since other text in a style could do more than set a width. */
function measureWidth(said: unknown): string {
  if (typeof said === 'number' && said >= 0) return `${said}px`
  return typeof said === 'string' && /^\d{1,4}(?:\.\d+)?(?:px|em|rem|%)$/.test(said) ? said : '125px'
}

/** On a phone controls are at least medium, so that a finger can hit them. */
export const sizeFor = (size: FormLayout['size'], narrow: boolean): FormLayout['size'] =>
  narrow && size === 'small' ? 'medium' : size

import type { Form } from '@portal/form-kit/form/form'
import { defaultOptions } from '@portal/form-kit/form/form'

interface FormLayout {
  position: 'left' | 'right' | 'top'
  /** CSS. */
  width: string
  inline: boolean
  /** Whether what must be filled in has a star. */
  stars: boolean
  size: 'small' | 'medium' | 'large'
}

/** How a form's options want it laid out; what they leave out is as a designer begins with. */
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

/** A length of its own words only: what stands in a style could reach further. */
function measureWidth(said: unknown): string {
  if (typeof said === 'number' && said >= 0) return `${said}px`
  return typeof said === 'string' && /^\d{1,4}(?:\.\d+)?(?:px|em|rem|%)$/.test(said) ? said : '125px'
}

/** On a phone nothing is smaller than a finger. */
export const sizeFor = (size: FormLayout['size'], narrow: boolean): FormLayout['size'] =>
  narrow && size === 'small' ? 'medium' : size

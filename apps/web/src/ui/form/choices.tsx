import { Checkbox, type CheckboxOptionType } from 'antd'

interface Props<T> {
  options: CheckboxOptionType<T>[]
  id?: string
  value?: T[]
  onChange?: (value: T[]) => void
  'aria-required'?: boolean
}

/**
 * A group of check boxes. `aria-required` is removed, because a group does not support it; the label's star
 * marks the field.
 */
export const Choices = <T,>({ 'aria-required': _, ...props }: Props<T>) => <Checkbox.Group<T> {...props} />

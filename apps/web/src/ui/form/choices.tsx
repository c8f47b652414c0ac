import { Checkbox, type CheckboxOptionType } from 'antd'

interface Props<T> {
  options: CheckboxOptionType<T>[]
  id?: string
  value?: T[]
  onChange?: (value: T[]) => void
  'aria-required'?: boolean
}

/**
 * Several of a few, as boxes. Their group has no way to be called required, which the form says of every
 * control: the label's star does.
 */
export const Choices = <T,>({ 'aria-required': _, ...props }: Props<T>) => <Checkbox.Group<T> {...props} />

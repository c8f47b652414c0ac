import type { Drawing } from '../control.ts'
import { Choice, RadioControl, SelectControl } from './choice.tsx'
import { InputControl } from './input.tsx'
import { NumberControl } from './number.tsx'

/** How components are drawn that ask for a value, by their kind. */
export const drawings: { [kind: string]: Drawing | undefined } = {
  input: { control: InputControl },
  inputNumber: { control: NumberControl },
  radio: { control: RadioControl, isGroup: true, show: Choice },
  select: { control: SelectControl, show: Choice },
}

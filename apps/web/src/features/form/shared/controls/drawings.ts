import type { Drawing } from '../control.ts'
import { definePart } from '../../../../ui/part.tsx'
import { CheckboxControl, RadioControl, SelectControl, ShownChoice } from './choice.tsx'
import { InputControl } from './input.tsx'
import { NumberControl } from './number.tsx'
import { RateControl, ShownRate } from './rate.tsx'
import { ShownColour, ShownHtml, ShownPath, ShownText } from './shown.tsx'
import { ShownFiles } from './shown-files.tsx'
import { ShownPerson } from './shown-person.tsx'
import { SliderControl } from './slider.tsx'
import { ShownSwitch, SwitchControl } from './switch.tsx'

// Large controls are loaded only if a form uses them.
const Day = definePart(async () => ({ default: (await import('./day.tsx')).DateControl }))
const Time = definePart(async () => ({ default: (await import('./day.tsx')).TimeControl }))
const Group = definePart(async () => ({ default: (await import('./group.tsx')).GroupControl }))
const SubForm = definePart(async () => ({ default: (await import('./group.tsx')).SubFormControl }))

/** The controls of components with a value, by kind. */
export const drawings: { [kind: string]: Drawing | undefined } = {
  input: { control: InputControl, show: ShownText },
  inputNumber: { control: NumberControl },
  radio: { control: RadioControl, isGroup: true, show: ShownChoice },
  checkbox: { control: CheckboxControl, isGroup: true, show: ShownChoice },
  select: { control: SelectControl, show: ShownChoice },
  switch: { control: SwitchControl, show: ShownSwitch },
  timePicker: { control: Time },
  datePicker: { control: Day },
  slider: { control: SliderControl, isGroup: true },
  rate: { control: RateControl, isGroup: true, show: ShownRate },
  colorPicker: { control: definePart(() => import('./colour.tsx')), show: ShownColour },
  cascader: { control: definePart(() => import('./cascader.tsx')), show: ShownPath },
  upload: { control: definePart(() => import('./upload.tsx')), isGroup: true, show: ShownFiles },
  transfer: {
    control: definePart(() => import('./transfer.tsx')),
    isGroup: true,
    isWide: true,
    show: ShownChoice,
  },
  tree: { control: definePart(() => import('./tree.tsx')), isGroup: true, show: ShownChoice },
  editor: { control: definePart(() => import('./editor.tsx')), isWide: true, show: ShownHtml },
  userSelect: { control: definePart(() => import('./person.tsx')), show: ShownPerson },
  group: { control: Group, isGroup: true, isWide: true },
  dynamicTable: { control: definePart(() => import('./table.tsx')), isGroup: true, isWide: true },
  subForm: { control: SubForm, isGroup: true, isWide: true },
}
